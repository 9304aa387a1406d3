package local.platform.web.feed;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.vulnerability.feed.Feed;
import local.platform.vulnerability.feed.query.FeedQueries;
import local.platform.web.rest.CurrentCall;
import local.platform.web.rest.HttpFailure;

/** The queries of feeds, in the shapes of the API of OSV. */
@ApplicationScoped
public class FeedQueryRoutes implements FeedRoutes {
  private static final List<String> API = List.of("osv", "v1");
  private static final String RECORDS = "vulns";
  private static final String GET = "GET";
  private static final String POST = "POST";
  private static final String JSON = "application/json";

  @EJB private FeedQueries queries;
  @Inject private CurrentCall calls;

  @Override
  public Optional<FeedRoute> find(List<String> path) {
    if (path.size() <= API.size() || !path.subList(0, API.size()).equals(API)) {
      return Optional.empty();
    }
    List<String> rest = path.subList(API.size(), path.size());
    if (rest.equals(List.of("query"))) {
      return Optional.of(new FeedRoute("feeds/Query", POST, this::query));
    }
    if (rest.equals(List.of("querybatch"))) {
      return Optional.of(new FeedRoute("feeds/QueryBatch", POST, this::queryBatch));
    }
    return rest.size() == 2 && rest.get(0).equals(RECORDS) && !rest.get(1).isEmpty()
        ? Optional.of(
            new FeedRoute(
                "feeds/GetVulnerability", GET, (feed, request) -> read(feed, request, rest.get(1))))
        : Optional.empty();
  }

  private FeedAnswer query(Feed feed, HttpServletRequest request) throws IOException {
    String body = body(request);
    return answer(OsvQueryJson.records(queries.find(feed, caller(), OsvQueryJson.readQuery(body))));
  }

  private FeedAnswer queryBatch(Feed feed, HttpServletRequest request) throws IOException {
    String body = body(request);
    return answer(OsvQueryJson.ids(queries.findAll(feed, caller(), OsvQueryJson.readBatch(body))));
  }

  private FeedAnswer read(Feed feed, HttpServletRequest request, String id) {
    requireAccepted(request);
    return answer(queries.read(feed, id));
  }

  private Optional<Caller> caller() {
    return calls.get().caller();
  }

  /** Returns the body, whatever its type: some clients name none. */
  private static String body(HttpServletRequest request) throws IOException {
    requireAccepted(request);
    if (Collections.list(request.getHeaders("Content-Encoding")).stream()
        .anyMatch(encoding -> !encoding.equalsIgnoreCase("identity"))) {
      throw HttpFailure.unsupportedEncoding();
    }
    return OsvQueryJson.text(request.getInputStream().readAllBytes());
  }

  private static void requireAccepted(HttpServletRequest request) {
    if (!MediaRanges.allow(Collections.list(request.getHeaders("Accept")), JSON)) {
      throw HttpFailure.notAcceptable();
    }
  }

  private static FeedAnswer answer(String json) {
    return FeedAnswer.ok(
        Map.of("Cache-Control", "private, no-cache"), JSON, json.getBytes(StandardCharsets.UTF_8));
  }
}
