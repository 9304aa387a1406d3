package local.platform.contract.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A self-signed certificate for an address of loopback, in files.
 *
 * @param certificate PEM file of the certificate
 * @param key PEM file of its private key
 */
public record SelfSignedCertificate(Path certificate, Path key) {
  private static final String ALIAS = "platform";
  private static final String STORE = "certificate.p12";
  private static final char[] PASSWORD = "password".toCharArray();

  /** Creates a certificate for an address. */
  public static SelfSignedCertificate in(Path directory, String address) {
    try {
      KeyStore keys = generate(directory.resolve(STORE), address);
      return new SelfSignedCertificate(
          write(directory, "CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()),
          write(directory, "PRIVATE KEY", keys.getKey(ALIAS, PASSWORD).getEncoded()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the TLS context of a client that trusts only this certificate. */
  public SSLContext trust() {
    try (InputStream in = Files.newInputStream(certificate)) {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry(
          ALIAS, CertificateFactory.getInstance("X.509").generateCertificate(in));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the TLS context of a server that has this certificate. */
  SSLContext own() {
    try (InputStream in = Files.newInputStream(store())) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD);
      KeyManagerFactory own =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      own.init(keys, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns options of Java by which a process trusts only this certificate. */
  String trustOptions() {
    return "-Djavax.net.ssl.trustStore="
        + store()
        + " -Djavax.net.ssl.trustStoreType=PKCS12 -Djavax.net.ssl.trustStorePassword="
        + new String(PASSWORD);
  }

  private Path store() {
    return certificate.resolveSibling(STORE);
  }

  private static KeyStore generate(Path store, String address)
      throws IOException, GeneralSecurityException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-dname",
            "CN=localhost",
            "-ext",
            "san=ip:" + address,
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            new String(PASSWORD));
    try {
      if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
        throw new IllegalStateException("keytool failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private static Path write(Path directory, String type, byte[] content) throws IOException {
    String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    return Files.writeString(
        directory.resolve(type.toLowerCase(Locale.ROOT).replace(' ', '-') + ".pem"),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, base64, type));
  }
}
