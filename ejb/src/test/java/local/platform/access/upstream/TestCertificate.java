package local.platform.access.upstream;

import java.util.Locale;
import java.util.Locale.Category;
import okhttp3.tls.HeldCertificate;

/** Makes certificates for servers of tests. */
public final class TestCertificate {
  private TestCertificate() {}

  /**
   * Makes a self-signed certificate for names and addresses. The library writes its times in the
   * digits of the process's locale, which no certificate may have.
   */
  public static HeldCertificate of(String... subjects) {
    HeldCertificate.Builder certificate = new HeldCertificate.Builder();
    for (String subject : subjects) {
      certificate.addSubjectAlternativeName(subject);
    }
    Locale locale = Locale.getDefault(Category.FORMAT);
    Locale.setDefault(Category.FORMAT, Locale.ROOT);
    try {
      return certificate.build();
    } finally {
      Locale.setDefault(Category.FORMAT, locale);
    }
  }
}
