package local.platform.foundation.persistence;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.descriptor.ValueBinder;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.jdbc.BasicBinder;
import org.hibernate.type.descriptor.jdbc.BasicExtractor;
import org.hibernate.type.descriptor.jdbc.TimestampUtcAsJdbcTimestampJdbcType;
import org.jspecify.annotations.Nullable;

/**
 * Teaches Hibernate to store an {@link Instant} as {@link TimeColumn} does, in attributes and
 * parameters of queries. Its own types leave the conversion to the driver: that of H2 uses the time
 * zone of the process, even with {@code hibernate.jdbc.time_zone}, and that of MySQL the calendar
 * of its locale.
 */
public final class InstantTypeContributor implements TypeContributor {
  @Override
  public void contribute(TypeContributions contributions, ServiceRegistry services) {
    contributions.contributeJdbcType(new WallTimeInUtc());
  }

  /** The type of columns with an instant, instead of the one of the dialect. */
  private static final class WallTimeInUtc extends TimestampUtcAsJdbcTimestampJdbcType {
    private static final long serialVersionUID = 1L;

    @Override
    public <X> ValueBinder<X> getBinder(JavaType<X> javaType) {
      return new BasicBinder<>(javaType, this) {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doBind(
            PreparedStatement statement, X value, int index, WrapperOptions options)
            throws SQLException {
          TimeColumn.set(statement, index, instant(value, options));
        }

        @Override
        protected void doBind(
            CallableStatement statement, X value, String name, WrapperOptions options)
            throws SQLException {
          statement.setObject(name, TimeColumn.stored(instant(value, options)));
        }

        private Instant instant(X value, WrapperOptions options) {
          return javaType.unwrap(value, Instant.class, options);
        }
      };
    }

    @Override
    public <X> ValueExtractor<X> getExtractor(JavaType<X> javaType) {
      return new BasicExtractor<>(javaType, this) {
        private static final long serialVersionUID = 1L;

        @Override
        protected @Nullable X doExtract(ResultSet row, int column, WrapperOptions options)
            throws SQLException {
          return value(row.getObject(column, LocalDateTime.class), options);
        }

        @Override
        protected @Nullable X doExtract(
            CallableStatement statement, int index, WrapperOptions options) throws SQLException {
          return value(statement.getObject(index, LocalDateTime.class), options);
        }

        @Override
        protected @Nullable X doExtract(
            CallableStatement statement, String name, WrapperOptions options) throws SQLException {
          return value(statement.getObject(name, LocalDateTime.class), options);
        }

        private @Nullable X value(@Nullable LocalDateTime stored, WrapperOptions options) {
          return javaType.wrap(TimeColumn.time(stored), options);
        }
      };
    }
  }
}
