package local.platform.web.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticFileTest {
  private static final String TEXT = "a text ".repeat(100);
  private static final String SHA_256 =
      "\"b4d7fc021c2e0937a136ec8be09bdb513352cbc131a3d5c40d6e0719f17d0313\"";

  private final StaticFile file = StaticFile.of(TEXT.getBytes(UTF_8));

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "br, GZIP", "deflate;q=0.5 , gzip;q=0.1", "gzip ; q=1"})
  void whoAcceptsGzipGetsIt(String accepted) throws IOException {
    StaticFile.Form form = file.form(List.of(accepted));

    assertThat(form.encoding()).hasValue("gzip");
    assertThat(form.length()).isLessThan(TEXT.length());
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes(form)))) {
      assertThat(in.readAllBytes()).asString(UTF_8).isEqualTo(TEXT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "identity", "gzip;q=0", "gzip; q=0.000", "x-gzipped", "br"})
  void whoDoesNotGetsTheFileAsItIs(String accepted) throws IOException {
    StaticFile.Form form = file.form(List.of(accepted));

    assertThat(form.encoding()).isEmpty();
    assertThat(bytes(form)).asString(UTF_8).isEqualTo(TEXT);
    assertThat(file.form(List.of())).isSameAs(form);
  }

  @Test
  void theEntityTagIsTheDigestAndThatOfTheOtherFormAnotherOne() {
    assertThat(file.plain().etag()).isEqualTo(SHA_256);
    assertThat(file.gzip().etag()).isEqualTo(SHA_256.replaceFirst("\"$", "-gzip\""));
  }

  @Test
  void textsGetThePlaceOfOthers() {
    byte[] page = "<a href=\"{files}/é.css\">{files}</a>{other}".getBytes(UTF_8);

    assertThat(StaticFile.replaced(page, Map.of("{files}", "/p/1")))
        .asString(UTF_8)
        .isEqualTo("<a href=\"/p/1/é.css\">/p/1</a>{other}");
    assertThat(StaticFile.replaced(page, Map.of())).isSameAs(page);
  }

  @Test
  void aFormIsKnownByItsTagOnly() {
    String tag = file.plain().etag();

    assertThat(file.plain().isIn(List.of(tag))).isTrue();
    assertThat(file.plain().isIn(List.of("\"x\", W/" + tag))).isTrue();
    assertThat(file.plain().isIn(List.of("\"x\"", " * "))).isTrue();
    assertThat(file.plain().isIn(List.of())).isFalse();
    assertThat(file.plain().isIn(List.of("\"x\", y"))).isFalse();
    assertThat(file.plain().isIn(List.of(file.gzip().etag()))).isFalse();
    assertThat(file.gzip().isIn(List.of(tag))).isFalse();
  }

  private static byte[] bytes(StaticFile.Form form) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    form.writeTo(out);
    return out.toByteArray();
  }
}
