package local.platform.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerUrlTest {
  private static final String DOTS = "must have a path without empty segments and dot segments";
  private static final String ENCODED =
      "must not percent-encode letters, digits, control characters";
  private static final String UTF_8 = "must have a path whose percent-encoding is that of UTF-8";
  private static final String HTTPS = "must begin with https:// (http:// only on a loopback host)";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://issuer.test",
        "https://issuer.test/",
        "https://issuer.test:443",
        "https://issuer.test:8443/a/b",
        "https://my_issuer.test/a",
        "https://my_issuer:8443",
        "https://192.0.2.1",
        "https://[2001:db8::1]/x",
        "https://Issuer.TEST/Realms/a-b_c~d.e/...",
        "https://issuer.test/.a/a./a..b/",
        "https://issuer.test/a;b=c",
        "https://issuer.test/realms/My%20Realm",
        "https://issuer.test/m%C3%BCnchen/%e2%82%ac",
        "https://issuer.test/a%3Ab%40c%2B%26%3d%5B%7b",
        "http://localhost",
        "http://127.0.0.1:8080/x%20y",
        "http://127.1.2.3",
        "http://[::1]:8080"
      })
  void anIssuerIsKeptAsItIs(String text) {
    assertThat(IssuerUrl.parse(text)).map(IssuerUrl::value).contains(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "''|" + HTTPS,
        "issuer.test|" + HTTPS,
        "accounts.google.com/|" + HTTPS,
        "accounts.example.com|" + HTTPS,
        "HTTPS://issuer.test|" + HTTPS,
        " https://issuer.test|" + HTTPS,
        "https://issuer.test |" + StrictUrlTest.CHARACTERS,
        "https:///path|" + StrictUrlTest.INVALID,
        "https://user@issuer.test|" + StrictUrlTest.USER,
        "https://issuer.test#a|" + StrictUrlTest.FRAGMENT,
        "https://issuer.test.|" + StrictUrlTest.NAME,
        "https://127.1|" + StrictUrlTest.IPV4,
        "https://[::ffff:127.0.0.1]|" + StrictUrlTest.WRITTEN,
        "https://m\u00fcnchen.test|" + StrictUrlTest.CHARACTERS,
        "https://issuer.test\\@other.test|" + StrictUrlTest.USER,
        "https://issuer.test/good\\..\\evil|" + StrictUrlTest.PATH,
        "https://issuer.test/good/../evil|" + StrictUrlTest.PATH,
        "https://issuer.test/good/%2e%2E/evil|" + StrictUrlTest.PATH,
        "http://issuer.test|" + HTTPS,
        "http://localhost.issuer.test|" + HTTPS,
        "http://127.0.0.1.issuer.test|" + HTTPS,
        "http://my_localhost|" + HTTPS,
        "http://10.0.0.1|" + HTTPS,
        "http://[::2]|" + HTTPS,
        "https://issuer.test?|must have no query",
        "https://issuer.test/a?b=c|must have no query",
        "https://issuer.test//|" + DOTS,
        "https://issuer.test//good|" + DOTS,
        "https://issuer.test/good//evil|" + DOTS,
        "https://issuer.test/good/..;/evil|" + DOTS,
        "https://issuer.test/good/..;x=y/evil|" + DOTS,
        "https://issuer.test/good/.;|" + DOTS,
        "https://issuer.test/a%2eb|" + ENCODED,
        "https://issuer.test/a%2Eb|" + ENCODED,
        "https://issuer.test/..%2fevil|" + ENCODED,
        "https://issuer.test/..%2Fevil|" + ENCODED,
        "https://issuer.test/..%5cevil|" + ENCODED,
        "https://issuer.test/..%5Cevil|" + ENCODED,
        "https://issuer.test/a%00|" + ENCODED,
        "https://issuer.test/a%0d%0A|" + ENCODED,
        "https://issuer.test/a%7f|" + ENCODED,
        "https://issuer.test/a%C2%85|" + ENCODED,
        // decoded once, the encodings of a dot, a slash and a backslash
        "https://issuer.test/%252e%252e/evil|" + ENCODED,
        "https://issuer.test/%25%32%65/evil|" + ENCODED,
        "https://issuer.test/..%252Fevil|" + ENCODED,
        "https://issuer.test/..%255cevil|" + ENCODED,
        "https://issuer.test/100%25|" + ENCODED,
        "https://issuer.test/..%3b/evil|" + ENCODED,
        "https://issuer.test/a%3Fb|" + ENCODED,
        "https://issuer.test/a%23b|" + ENCODED,
        "https://issuer.test/%41|" + ENCODED,
        "https://issuer.test/%7Ea|" + ENCODED,
        "https://issuer.test/a%2Db|" + ENCODED,
        "https://issuer.test/a%20b%2ec|" + ENCODED,
        // a dot and a slash, longer than they may be
        "https://issuer.test/%c0%ae%c0%ae/evil|" + UTF_8,
        "https://issuer.test/..%c0%afevil|" + UTF_8,
        "https://issuer.test/%e0%80%ae/evil|" + UTF_8,
        "https://issuer.test/%ff|" + UTF_8,
        "https://issuer.test/%C3/%BC|" + UTF_8
      })
  void whatIsNoIssuerIsRefused(String text, String rule) {
    assertThat(IssuerUrl.parse(text)).isEmpty();
    assertThatExceptionOfType(InvalidUrlException.class)
        .isThrownBy(() -> IssuerUrl.of(text))
        .withMessageStartingWith(rule);
    assertThatIllegalArgumentException().isThrownBy(() -> new IssuerUrl(text));
  }

  @Test
  void anIssuerHasAtMost1024Characters() {
    String base = "https://issuer.test/";
    String longest = base + "x".repeat(IssuerUrl.MAX_LENGTH - base.length());

    assertThat(IssuerUrl.parse(longest)).isPresent();
    assertThatExceptionOfType(InvalidUrlException.class)
        .isThrownBy(() -> IssuerUrl.of(longest + "x"))
        .withMessage("must have at most 1024 characters");
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
  void theHostIsInLowerCase() {
    assertThat(new IssuerUrl("https://My_Issuer.TEST:1/A").host()).isEqualTo("my_issuer.test");
    assertThat(new IssuerUrl("https://[2001:DB8::1]:1").host()).isEqualTo("[2001:db8::1]");
  }
}
