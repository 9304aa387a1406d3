package local.platform.access.upstream;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import local.platform.access.upstream.FetchLimits.Permit;
import local.platform.config.UpstreamSettings;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.uid.Uid;

/**
 * A server that the operator has chosen, and that is asked because of tokens. Like issuers it is
 * asked by the guarded client only, and within limits, of which each organization has a share.
 */
public final class ChosenServer {
  /** How long to wait before the next attempt if it does not answer. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private static final Logger LOG = System.getLogger(ChosenServer.class.getName());

  private final Question question;
  private final JsonFetcher fetcher;
  private final FetchLimits limits;

  public ChosenServer(Question question, UpstreamSettings settings, Clock clock) {
    this(question, new JsonFetcher(settings), clock);
  }

  ChosenServer(Question question, JsonFetcher fetcher, Clock clock) {
    this.question = question;
    this.fetcher = fetcher;
    this.limits = new FetchLimits(clock);
  }

  /**
   * The question for the server.
   *
   * @param name the name of the server, for people
   * @param url the https URL to which the question is sent
   * @param maxBytes maximum size of an answer
   * @param timeout timeout for an answer
   */
  public record Question(String name, String url, int maxBytes, Duration timeout) {}

  /**
   * Asks the server, by a POST without a body.
   *
   * @param organization the organization for which it is asked, or a uid in it
   * @param headers the headers of the question
   * @return the answer: a text, which need not be JSON
   * @throws VerificationFailedException if the server refuses, or its answer is not a document
   * @throws PlatformException UNAVAILABLE if it does not answer, or was asked too often
   */
  public String ask(Uid organization, Map<String, String> headers)
      throws VerificationFailedException {
    Permit permit = limits.beginChosen(organization);
    if (!permit.isGranted()) {
      throw unavailable(permit.delay());
    }
    try {
      return fetcher.post(question.url(), headers, question.maxBytes(), question.timeout());
    } catch (IssuerUnreachableException e) {
      LOG.log(Level.WARNING, "{0} cannot be asked: {1}", question.name(), e.getMessage());
      throw unavailable(PAUSE);
    } finally {
      limits.end(permit, true);
    }
  }

  private PlatformException unavailable(Duration delay) {
    return PlatformException.unavailable(
        question.name() + " cannot be asked now: try again later", delay);
  }
}
