package local.platform.access.upstream;

import java.net.InetAddress;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import local.platform.access.upstream.ChosenServer.Question;
import local.platform.config.UpstreamSettings;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** Lets tests of other packages ask servers of this machine. */
public final class LoopbackServers {
  private LoopbackServers() {}

  /** Returns a server whose host, whatever its name, is this machine, with this certificate. */
  public static ChosenServer asked(Question question, HeldCertificate certificate, Clock clock) {
    return asked(question, certificate, new UpstreamSettings(true, Set.of()), clock);
  }

  /** Returns the same under other settings. */
  public static ChosenServer asked(
      Question question, HeldCertificate certificate, UpstreamSettings settings, Clock clock) {
    HandshakeCertificates trust =
        new HandshakeCertificates.Builder()
            .addTrustedCertificate(certificate.certificate())
            .build();
    return new ChosenServer(
        question,
        new JsonFetcher(
            settings,
            host -> List.of(InetAddress.getLoopbackAddress()),
            Optional.of(new JsonFetcher.Tls(trust.sslSocketFactory(), trust.trustManager()))),
        clock);
  }
}
