package local.platform.access.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerUrlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.test",
        "https://issuer.test/",
        "https://issuer.test:8443/a/b",
        "https://192.0.2.1",
        "https://[2001:db8::1]/x",
        "https://Issuer.TEST/Realms/a-b_c~d.e/...",
        "https://issuer.test/.a/a./a..b/",
        "https://issuer.test/a;b=c",
        "http://localhost",
        "http://127.0.0.1:8080/x",
        "http://127.1.2.3",
        "http://[::1]:8080"
      })
  void anIssuerIsKeptAsItIs(String text) {
    assertThat(IssuerUrl.parse(text)).map(IssuerUrl::value).contains(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "https://",
        "https:///path",
        "https:issuer.test",
        "issuer.test",
        "//issuer.test",
        "HTTPS://issuer.test",
        "ftp://issuer.test",
        "http://issuer.test",
        "http://localhost.",
        "http://localhost.issuer.test",
        "http://127.0.0.1.issuer.test",
        "http://10.0.0.1",
        "http://[::2]",
        "https://user@issuer.test",
        "https://user:password@issuer.test",
        "https://@issuer.test",
        "https://issuer.test?",
        "https://issuer.test?a=b",
        "https://issuer.test#",
        "https://issuer.test#a",
        "https://issuer.test:0",
        "https://issuer.test:65536",
        "https://issuer.test:-1",
        "https://issuer test",
        " https://issuer.test",
        "https://issuer.test\n",
        "https://issuer.test\\@other.test",
        "https://127.1",
        "https://0x7f.0.0.1",
        "https://[fe80::1%25eth0]",
        "https://m\u00fcnchen.test",
        "https://issuer.test/good/../evil",
        "https://issuer.test/good/..",
        "https://issuer.test/good/../",
        "https://issuer.test/..",
        "https://issuer.test/.",
        "https://issuer.test/./",
        "https://issuer.test/good/./evil",
        "https://issuer.test/good/%2e%2e/evil",
        "https://issuer.test/good/.%2E/evil",
        "https://issuer.test/good/%2e/evil",
        "https://issuer.test/good%2fevil",
        "https://issuer.test/good/..;/evil",
        "https://issuer.test/good/..;x=y/evil",
        "https://issuer.test/good\\..\\evil",
        "https://issuer.test//",
        "https://issuer.test//good",
        "https://issuer.test/good//evil",
        "https://issuer.test/good//",
        "https://issuer.test/m\u00fcnchen",
        "https://[2001:DB8:0::1]",
        "https://[::ffff:127.0.0.1]",
        "accounts.google.com/",
        "accounts.example.com"
      })
  void whatIsNoIssuerIsRefused(String text) {
    assertThat(IssuerUrl.parse(text)).isEmpty();
  }

  @Test
  void anIssuerHasAtMost1024Characters() {
    String base = "https://issuer.test/";
    String longest = base + "x".repeat(IssuerUrl.MAX_LENGTH - base.length());

    assertThat(IssuerUrl.parse(longest)).isPresent();
    assertThat(IssuerUrl.parse(longest + "x")).isEmpty();
    assertThat(violation(longest + "x", true))
        .isEqualTo("issuer must have at most 1024 characters");
  }

  @Test
  void theTrailingSlashCounts() {
    assertThat(IssuerUrl.parse("https://issuer.test/"))
        .isNotEqualTo(IssuerUrl.parse("https://issuer.test"));
  }

  @Test
  void googleMayOmitTheScheme() {
    assertThat(IssuerUrl.parse("accounts.google.com"))
        .isPresent()
        .isEqualTo(IssuerUrl.parse("https://accounts.google.com"));
  }

  @ParameterizedTest
  @CsvSource({
    "https://issuer.test, https://issuer.test/.well-known/openid-configuration",
    "https://issuer.test/, https://issuer.test/.well-known/openid-configuration",
    "https://issuer.test/a, https://issuer.test/a/.well-known/openid-configuration",
    "https://issuer.test/a/, https://issuer.test/a/.well-known/openid-configuration"
  })
  void theMetadataIsBelowTheIssuer(String issuer, String url) {
    assertThat(new IssuerUrl(issuer).discoveryUrl()).isEqualTo(url);
  }

  @Test
  void plainHttpIsCheckedAgainstTheSetting() {
    FieldViolations violations = new FieldViolations();

    assertThat(IssuerUrl.check("issuer", "http://localhost:1", true, violations))
        .contains(new IssuerUrl("http://localhost:1"));
    violations.throwIfAny();
    assertThat(violation("http://localhost:1", false))
        .isEqualTo(
            "issuer must be an https URL without user, query and fragment, and with a path as it is fetched");
    assertThat(violation("http://issuer.test", true))
        .isEqualTo(
            "issuer must be an https URL (http only on a loopback host) without user, query and fragment, and with a path as it is fetched");
  }

  @Test
  void theHostIsInLowerCase() {
    assertThat(new IssuerUrl("https://Issuer.TEST:1/A").host()).isEqualTo("issuer.test");
  }

  private static String violation(String issuer, boolean allowLoopback) {
    FieldViolations violations = new FieldViolations();
    assertThat(IssuerUrl.check("issuer", issuer, allowLoopback, violations)).isEmpty();
    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, violations::throwIfAny);
    return refusal.getMessage().replaceFirst(".*?: issuer: ", "");
  }
}
