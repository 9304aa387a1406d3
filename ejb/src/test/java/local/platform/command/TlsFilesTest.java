package local.platform.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import local.platform.config.GrpcSettings.Tls;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(Lifecycle.PER_CLASS)
class TlsFilesTest {
  private static final String PASSWORD = "password";
  private static final String[] ALIASES = {"RSA", "EC", "Ed25519", "another-RSA", "another-EC"};

  private Path directory;

  private final Map<String, String> certificates = new HashMap<>();
  private final Map<String, String> keys = new HashMap<>();

  @BeforeAll
  void makeCertificates(@TempDir Path temporary) throws Exception {
    directory = temporary;
    Path store = directory.resolve("store.p12");
    for (String alias : ALIASES) {
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  alias,
                  "-keyalg",
                  alias.replace("another-", ""),
                  "-dname",
                  "CN=localhost",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  store.toString(),
                  "-storepass",
                  PASSWORD)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(new File("/dev/null")))
              .start();
      assertThat(keytool.waitFor()).isZero();
    }
    KeyStore loaded = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      loaded.load(in, PASSWORD.toCharArray());
    }
    for (String alias : ALIASES) {
      certificates.put(alias, pem("CERTIFICATE", loaded.getCertificate(alias).getEncoded()));
      keys.put(
          alias, pem("PRIVATE KEY", loaded.getKey(alias, PASSWORD.toCharArray()).getEncoded()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void aCertificateAndItsKeyCanBeUsed(String alias) throws IOException {
    String chain = "what this is\n" + certificates.get(alias) + certificates.get("another-EC");

    assertThat(TlsFiles.problem(files(chain, "text\n" + keys.get(alias)))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"RSA, another-RSA", "EC, another-EC"})
  void aKeyOfAnotherCertificateIsRefused(String certificate, String key) throws IOException {
    assertThat(TlsFiles.problem(files(certificates.get(certificate), keys.get(key))))
        .contains(
            "PLATFORM_GRPC_TLS_KEY is not the key of the first certificate in"
                + " PLATFORM_GRPC_TLS_CERTIFICATE");
  }

  @Test
  void aFileWithoutACertificateIsRefused() throws IOException {
    for (String text : new String[] {"", "text", keys.get("EC")}) {
      assertThat(TlsFiles.problem(files(text, keys.get("EC"))).orElseThrow())
          .startsWith("PLATFORM_GRPC_TLS_CERTIFICATE names a file without");
    }
  }

  @Test
  void aFileWithoutAKeyOfTheKindIsRefused() throws IOException {
    String sec1 = keys.get("EC").replace("PRIVATE", "EC PRIVATE");
    for (String text : new String[] {"", sec1, keys.get("RSA"), certificates.get("EC")}) {
      assertThat(TlsFiles.problem(files(certificates.get("EC"), text)).orElseThrow())
          .startsWith("PLATFORM_GRPC_TLS_KEY names a file without");
    }
  }

  private Tls files(String certificate, String key) throws IOException {
    return new Tls(
        Files.writeString(directory.resolve("certificate.pem"), certificate),
        Files.writeString(directory.resolve("key.pem"), key));
  }

  private static String pem(String type, byte[] content) {
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(content), type);
  }
}
