package local.platform.web.feed;

import jakarta.ejb.EJB;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.config.Configuration;
import local.platform.foundation.uid.Uid;
import local.platform.vulnerability.feed.Feed;
import local.platform.vulnerability.feed.FeedAccess;
import local.platform.web.endpoint.BearerToken;
import local.platform.web.error.ErrorClassifier;
import local.platform.web.http.Downloads;
import local.platform.web.observability.RequestLog;
import local.platform.web.rest.CurrentCall;
import local.platform.web.rest.ErrorBody;
import local.platform.web.rest.HttpFailure;
import local.platform.web.rest.RestCall;

/**
 * Serves what is below feeds: opens the feed for whoever asks, finds what serves the path, and
 * sends its answer. A public feed needs no token and ignores one. Of a private one clients without
 * permission do not learn that it exists, nor what it has.
 */
@WebServlet("/feeds/*")
public class FeedServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = System.getLogger(FeedServlet.class.getName());
  private static final String AREA = "hub";

  /** Answers do nothing in a browser, which has the console of this origin too. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "X-Content-Type-Options", "nosniff",
          "Content-Security-Policy", "default-src 'none'; sandbox");

  @EJB private transient FeedAccess access;
  @Inject private transient CurrentCall calls;
  @Inject private transient Configuration configuration;
  @Inject private transient Downloads downloads;
  @Inject @Any private transient Instance<FeedRoutes> routes;

  /** Adds the headers that all answers have, also those which are not from here. */
  public static void guard(HttpServletRequest request, HttpServletResponse response) {
    if ((request.getRequestURI() + "/").startsWith(FeedPath.PREFIX)) {
      HEADERS.forEach(response::setHeader);
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    RestCall call = calls.get();
    call.measurement();
    try {
      FeedPath path = FeedPath.parse(request.getRequestURI());
      Optional<FeedRoute> route =
          routes.stream().flatMap(each -> each.find(path.rest()).stream()).findFirst();
      if (route.isPresent() && request.getMethod().equals("OPTIONS")) {
        response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        response.setHeader("Allow", String.join(", ", route.get().allowed()));
      } else {
        answer(call, path, route, request, response);
      }
    } catch (RuntimeException e) {
      refuse(call, e, response);
    } finally {
      call.measurement().end(String.valueOf(response.getStatus()));
    }
  }

  private void answer(
      RestCall call,
      FeedPath path,
      Optional<FeedRoute> route,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    Optional<FeedRoute> served = route.filter(each -> each.serves(request.getMethod()));
    served.map(FeedRoute::operation).ifPresent(call.measurement()::operation);
    served.map(FeedRoute::operation).ifPresent(RequestLog::operation);
    Feed feed = open(call, path.feed(), served.isPresent(), request);
    if (served.isEmpty()) {
      throw route
          .map(each -> HttpFailure.methodNotAllowed(request.getMethod(), each.allowed()))
          .orElseGet(HttpFailure::noRoute);
    }
    send(served.get().handler().answer(feed, request), call, request, response);
  }

  /**
   * Opens the feed.
   *
   * @param reads whether the request reads: only then may its token be a password, which browsers
   *     send by themselves
   */
  private Feed open(RestCall call, Optional<Uid> uid, boolean reads, HttpServletRequest request) {
    Optional<Feed> everybodys = uid.flatMap(access::findPublic);
    if (everybodys.isPresent()) {
      return everybodys.get();
    }
    List<String> authorization = Collections.list(request.getHeaders("Authorization"));
    var caller =
        call.readBy(() -> reads ? FeedToken.of(authorization) : BearerToken.of(authorization));
    return access.open(caller, uid.orElseThrow(HttpFailure::noRoute));
  }

  private void send(
      FeedAnswer answer, RestCall call, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    boolean sends = !request.getMethod().equals("HEAD");
    try {
      if (sends && answer.content().filter(each -> Downloads.waits(each.length())).isPresent()) {
        downloads.run(() -> write(answer, true, call, response));
      } else {
        write(answer, sends, call, response);
      }
    } finally {
      answer.content().ifPresent(FeedAnswer.Content::close);
    }
  }

  private static void write(
      FeedAnswer answer, boolean sends, RestCall call, HttpServletResponse response) {
    response.setStatus(answer.status());
    call.limit().fields().forEach(response::setHeader);
    answer.headers().forEach(response::setHeader);
    if (answer.content().isPresent()) {
      FeedAnswer.Content content = answer.content().get();
      response.setContentType(content.mediaType());
      response.setContentLengthLong(content.length());
      if (sends) {
        write(content, response);
      }
    }
  }

  private static void write(FeedAnswer.Content content, HttpServletResponse response) {
    try {
      content.writeTo(response.getOutputStream());
    } catch (IOException e) {
      // The server would log that as its own fault.
      LOG.log(Level.DEBUG, "a client has gone, or was too slow", e);
    }
  }

  private void refuse(RestCall call, RuntimeException thrown, HttpServletResponse response)
      throws IOException {
    HttpFailure failure =
        thrown instanceof HttpFailure http
            ? http
            : HttpFailure.of(ErrorClassifier.classify(thrown), call.isAuthenticated());
    if (response.isCommitted()) {
      LOG.log(Level.DEBUG, "an answer was sent in part: {0}", failure.getMessage());
      throw new IOException("the answer cannot be completed", thrown);
    }
    response.setHeader("Cache-Control", "private, no-cache");
    call.limit().fields().forEach(response::setHeader);
    if (failure.status() == HttpServletResponse.SC_UNAUTHORIZED) {
      response.addHeader("WWW-Authenticate", FeedToken.CHALLENGE);
    }
    ErrorBody.send(response, failure, AREA, configuration.serviceDomain());
  }
}
