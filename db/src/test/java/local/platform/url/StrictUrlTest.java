package local.platform.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictUrlTest {
  static final String CHARACTERS = "must be ASCII without blanks and control characters";
  static final String SCHEME = "must begin with https:// or http://";
  static final String INVALID = "must have a valid host and port";
  static final String USER = "must have no user";
  static final String FRAGMENT = "must have no fragment";
  static final String NAME = "must have a host name of letters, digits, hyphens and underscores";
  static final String IPV4 = "must have an IPv4 address as four decimal numbers";
  static final String WRITTEN = "must have a host that is not encoded";
  static final String PORT = "must have its port as a number";
  static final String PATH = "must have a path as it is fetched";
  static final String QUERY = "must have a query that is percent-encoded";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://a.example                    | a.example",
        "https://a.example/                   | a.example",
        "http://a.example/b//c/?d=e&f[]       | a.example",
        "https://a.example?                   | a.example",
        "https://my_idp                       | my_idp",
        "https://my_idp.example:8443/a        | my_idp.example",
        "https://_a.b_.a__b.example           | _a.b_.a__b.example",
        "https://My_IDP.Example               | My_IDP.Example",
        "https://xn--mnchen-3ya.example       | xn--mnchen-3ya.example",
        "https://1a.2b-3                      | 1a.2b-3",
        "https://a.example:443                | a.example",
        "http://a.example:65535               | a.example",
        "https://0.0.0.0                      | 0.0.0.0",
        "https://192.0.2.255:1/               | 192.0.2.255",
        "https://[::]                         | [::]",
        "https://[2001:DB8::1]:443            | [2001:DB8::1]",
        "https://a.example/a%20b;c=%C3%BC/%2f | a.example",
        "https://a.example/...                | a.example"
      })
  void aUrlThatTheClientReadsAsItIsWrittenIsAccepted(String text, String host)
      throws InvalidUrlException {
    StrictUrl url = StrictUrl.of(text);

    assertThat(url.host()).isEqualTo(host);
    assertThat(url).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "''|" + SCHEME,
        "//a.example|" + SCHEME,
        "a.example|" + SCHEME,
        "HTTPS://a.example|" + SCHEME,
        "https:a.example|" + SCHEME,
        "https:\\\\a.example|" + SCHEME,
        "ftp://a.example|" + SCHEME,
        "https://|" + INVALID,
        "https:///a.example|" + INVALID,
        "https://?a|" + INVALID,
        "https://a..example|" + INVALID,
        "https://.a|" + INVALID,
        "https://a.example:0|" + INVALID,
        "https://a.example:65536|" + INVALID,
        "https://a.example:-1|" + INVALID,
        "https://a.example:a|" + INVALID,
        "https://[fe80::1%25eth0]|" + INVALID,
        "https://[fe80::1%eth0]|" + INVALID,
        "https://[::1|" + INVALID,
        "https://a%00b|" + INVALID,
        "https://a%2fb|" + INVALID,
        "https://a@b.example|" + USER,
        "https://a:b@c.example|" + USER,
        "https://@a.example|" + USER,
        "https://:@a.example|" + USER,
        "https://a.example#|" + FRAGMENT,
        "https://a.example/b?c#d|" + FRAGMENT,
        "https://-a.example|" + NAME,
        "https://a-.example|" + NAME,
        "https://a.example.|" + NAME,
        "https://a!b|" + NAME,
        "https://a*b|" + NAME,
        "https://a~b|" + NAME,
        "https://a,b|" + NAME,
        "https://192.0.2.1.|" + NAME,
        "https://127.1|" + IPV4,
        "https://2130706433|" + IPV4,
        "https://017700000001|" + IPV4,
        "https://0x7f000001|" + IPV4,
        "https://0x7f.0.0.0x1|" + IPV4,
        "https://0X7F.0.0.0X1|" + IPV4,
        "https://0x7f.0.0.1|" + IPV4,
        "https://127.0.0.01|" + IPV4,
        "https://010.0.0.1|" + IPV4,
        "https://256.0.0.1|" + IPV4,
        "https://1.2.3.4.5|" + IPV4,
        "https://a.1|" + IPV4,
        "https://a.0x|" + IPV4,
        "https://ex%61mple|" + WRITTEN,
        "https://%5bexample|" + INVALID,
        "https://a%2eexample|" + WRITTEN,
        "https://[::0001]|" + WRITTEN,
        "https://[0:0:0:0:0:0:0:1]|" + WRITTEN,
        "https://[::ffff:192.0.2.1]|" + WRITTEN,
        "https://[::ffff:c000:201]|" + WRITTEN,
        "https://a.example:|" + PORT,
        "https://a.example:0443|" + PORT,
        "https://a.example:+443|" + PORT,
        "https://a.example\\b.example|" + WRITTEN,
        "https://a.example\\@b.example|" + USER,
        "https://a.example/\\b|" + PATH,
        "https://a.example/../b|" + PATH,
        "https://a.example/b/..|" + PATH,
        "https://a.example/./b|" + PATH,
        "https://a.example/%2e%2E/b|" + PATH,
        "https://a.example/.%2e/b|" + PATH,
        "https://a.example/%2e|" + PATH,
        "https://a.example/%|" + PATH,
        "https://a.example/%2|" + PATH,
        "https://a.example/%zz|" + PATH,
        "https://a.example/[b]|" + PATH,
        "https://a.example/{b}|" + PATH,
        "https://a.example/\"|" + PATH,
        "https://a.example/^|" + PATH,
        "https://a.example?'b'|" + QUERY,
        "https://a.example?<|" + QUERY,
        " https://a.example|" + CHARACTERS,
        "https://a.example |" + CHARACTERS,
        "https://a example|" + CHARACTERS,
        "https://a.example/a b|" + CHARACTERS,
        "https://a.example/\t|" + CHARACTERS,
        "https://a.example/\u007f|" + CHARACTERS,
        "https://m\u00fcnchen.example|" + CHARACTERS,
        "https://a.example/m\u00fcnchen|" + CHARACTERS,
        "https://fa\u00df.example|" + CHARACTERS,
        "https://a\u3002example|" + CHARACTERS,
        "https://a\u00ad.example|" + CHARACTERS,
        // Both letters have the ASCII letter as their lower case; the client reads them so.
        "https://\u212a.example|" + CHARACTERS,
        "https://\u0130.example|" + CHARACTERS
      })
  void aUrlThatTheClientReadsInAnotherWayIsRefused(String text, String rule) {
    assertRefused(text, rule);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\0", "\u000b", "\u0085", "\u2028"})
  void charactersThatEndALineAreRefused(String character) {
    assertRefused("https://a.example/" + character, CHARACTERS);
    assertRefused("https://a" + character + ".example", CHARACTERS);
    assertRefused(character + "https://a.example", CHARACTERS);
    assertRefused("https://a.example" + character, CHARACTERS);
  }

  private static void assertRefused(String text, String rule) {
    assertThatExceptionOfType(InvalidUrlException.class)
        .isThrownBy(() -> StrictUrl.of(text))
        .withMessageStartingWith(rule);
    assertThat(StrictUrl.parse(text)).isEmpty();
  }

  @Test
  void namesAreAsLongAsTheyMayBe() {
    String label = "a".repeat(63);
    String longest = String.join(".", label, label, label, "a".repeat(61));

    assertThat(StrictUrl.parse("https://" + longest)).isPresent();
    assertRefused("https://" + longest + "a", INVALID);
    assertRefused("https://" + label + "a.example", INVALID);
  }

  /** A document of an issuer may have a URL of any length. */
  @Test
  void aLongUrlIsReadToo() {
    assertThat(StrictUrl.parse("https://a.example" + "/%20b".repeat(100_000))).isPresent();
    assertRefused("https://" + "a.".repeat(100_000), INVALID);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://A_b.Example:443/c | https://a_b.example",
        "https://a.example:80      | https://a.example:80",
        "http://a.example:80       | http://a.example",
        "http://[2001:DB8::1]:3000 | http://[2001:db8::1]:3000"
      })
  void theOriginIsAsBrowsersWriteIt(String text, String origin) throws InvalidUrlException {
    assertThat(StrictUrl.of(text).origin()).isEqualTo(origin);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LOCALHOST", "127.0.0.1", "127.1.2.255", "[::1]", "localhost:80"})
  void loopbackIsKnownByItsUsualNames(String host) throws InvalidUrlException {
    assertThat(StrictUrl.of("http://" + host).isLoopback()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost.example",
        "a.localhost",
        "local_host",
        "127.0.0.1.example",
        "128.0.0.1",
        "[::2]",
        "[::]",
        "0.0.0.0"
      })
  void whatResolvesToLoopbackOnlySomewhereIsNone(String host) throws InvalidUrlException {
    assertThat(StrictUrl.of("http://" + host).isLoopback()).isFalse();
  }
}
