package local.platform.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import local.platform.config.ConfigKey;
import local.platform.config.GrpcSettings.Tls;

/** Checks that the certificate and the key of the gRPC listener can be used and belong together. */
final class TlsFiles {
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /** The signature algorithm for each algorithm of keys. */
  private static final Map<String, String> SIGNATURES =
      Map.of("EC", "SHA256withECDSA", "RSA", "SHA256withRSA", "EdDSA", "EdDSA");

  private static final byte[] SAMPLE = "sample".getBytes(StandardCharsets.US_ASCII);

  private TlsFiles() {}

  /** Returns the problem with the files; empty if the listener can use them. */
  static Optional<String> problem(Tls tls) {
    PublicKey certified;
    try {
      certified = certificate(tls.certificate()).getPublicKey();
    } catch (IOException | CertificateException e) {
      return Optional.of(
          ConfigKey.GRPC_TLS_CERTIFICATE.environmentVariable()
              + " names a file without a certificate in PEM");
    }
    PrivateKey key;
    try {
      key = key(tls.key(), certified.getAlgorithm());
    } catch (IOException | IllegalArgumentException | GeneralSecurityException e) {
      return Optional.of(
          ConfigKey.GRPC_TLS_KEY.environmentVariable()
              + " names a file without a private key in PEM, PKCS #8 without password, for the"
              + " algorithm of the certificate, "
              + certified.getAlgorithm());
    }
    return belongTogether(certified, key)
        ? Optional.empty()
        : Optional.of(
            ConfigKey.GRPC_TLS_KEY.environmentVariable()
                + " is not the key of the first certificate in "
                + ConfigKey.GRPC_TLS_CERTIFICATE.environmentVariable());
  }

  /** Returns the first certificate of the file, which is that of the server. */
  private static Certificate certificate(Path file) throws IOException, CertificateException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
          .findFirst()
          .orElseThrow(() -> new CertificateException("no certificate"));
    }
  }

  private static PrivateKey key(Path file, String algorithm)
      throws IOException, GeneralSecurityException {
    Matcher key = PRIVATE_KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!key.find()) {
      throw new IllegalArgumentException("no private key");
    }
    byte[] bytes = Base64.getMimeDecoder().decode(key.group(1));
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
  }

  private static boolean belongTogether(PublicKey certified, PrivateKey key) {
    String algorithm = SIGNATURES.get(certified.getAlgorithm());
    if (algorithm == null) {
      return true; // the listener will find problems
    }
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(SAMPLE);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(SAMPLE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
