package local.platform.foundation.persistence;

import local.platform.foundation.uid.Uid;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.jspecify.annotations.Nullable;

/**
 * Teaches Hibernate the type {@link Uid}, for attributes, keys and parameters of queries. It is
 * found by its entry in {@code META-INF/services}, so that entities need no annotation.
 */
public final class UidTypeContributor implements TypeContributor {
  @Override
  public void contribute(TypeContributions contributions, ServiceRegistry services) {
    contributions.contributeJavaType(new UidJavaType());
  }

  /** Converts uids to what is stored of them: their bytes. */
  private static final class UidJavaType extends AbstractClassJavaType<Uid> {
    private static final long serialVersionUID = 1L;

    UidJavaType() {
      super(Uid.class);
    }

    @Override
    public JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
      return indicators.getJdbcType(SqlTypes.VARBINARY);
    }

    @Override
    public boolean useObjectEqualsHashCode() {
      return true;
    }

    @Override
    public <X> @Nullable X unwrap(@Nullable Uid uid, Class<X> type, WrapperOptions options) {
      if (uid == null) {
        return null;
      }
      if (type.isInstance(uid)) {
        return type.cast(uid);
      }
      if (type.equals(byte[].class)) {
        return type.cast(uid.bytes());
      }
      throw unknownUnwrap(type);
    }

    @Override
    public <X> @Nullable Uid wrap(@Nullable X stored, WrapperOptions options) {
      if (stored == null) {
        return null;
      }
      if (stored instanceof Uid uid) {
        return uid;
      }
      if (stored instanceof byte[] bytes) {
        return Uid.ofBytes(bytes);
      }
      throw unknownWrap(stored.getClass());
    }
  }
}
