package local.platform.testing.sample;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.access.operator.Operators;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.TestServices;
import local.platform.vulnerability.feed.Feed;
import local.platform.vulnerability.feed.FeedDraft;
import local.platform.vulnerability.feed.FeedRepository;
import local.platform.vulnerability.feed.FeedService;
import local.platform.vulnerability.feed.FeedServiceBean;
import local.platform.vulnerability.feed.Feeds;

/** The sample of feeds, which are public. */
public final class FeedSample implements KindSample<FeedDraft, Feed> {
  @Override
  public Kind<?, FeedDraft, Feed> kind() {
    return Feeds.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(new Feeds(repository(services)));
  }

  private static FeedRepository repository(TestServices services) {
    return new FeedRepository(services.entityManager(), services.vendor());
  }

  /** Returns the service with the methods of operators. */
  public static FeedService service(TestServices services) {
    return new FeedServiceBean(
        new Operators(services.operators(), services.transactions()),
        repository(services),
        services.writes());
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get", Requirement.of(Capability.ADVISORIES_LIST),
        "create", Requirement.of(Capability.ADVISORIES_APPROVE),
        "update", Requirement.of(Capability.ADVISORIES_APPROVE),
        "delete", Requirement.of(Capability.ADVISORIES_APPROVE));
  }

  @Override
  public Capability listed() {
    return Capability.ADVISORIES_LIST;
  }

  @Override
  public FeedDraft draft(Uid identity, String name) {
    return named(name);
  }

  /** Returns the draft of a public feed of everything. */
  public static FeedDraft named(String name) {
    return FeedDraft.of(name, "", true, List.of(), Map.of());
  }

  @Override
  public DraftChange<FeedDraft> change() {
    String name = "changed " + Uid.newRoot().value();
    return change(
        before ->
            new FeedDraft(
                name,
                before.description(),
                before.isPublic(),
                before.namespaces(),
                before.defaults()),
        "name");
  }

  /** Returns the change of fields of a feed. */
  public static DraftChange<FeedDraft> change(UnaryOperator<FeedDraft> change, String... fields) {
    return DraftChange.of(change, fields);
  }

  /** Returns the change that makes a feed public, or private. */
  public static DraftChange<FeedDraft> isPublic(boolean isPublic) {
    return change(
        before ->
            new FeedDraft(
                before.name(),
                before.description(),
                isPublic,
                before.namespaces(),
                before.defaults()),
        "public");
  }

  @Override
  public boolean hasUniqueName() {
    return true;
  }

  @Override
  public int mostInOrganization() {
    return 20;
  }

  @Override
  public Map<String, Comparator<Feed>> orders() {
    return Map.of(
        "name",
        Comparator.comparing(feed -> feed.draft().name()),
        "create_time",
        Comparator.comparing(Feed::createTime),
        "update_time",
        Comparator.comparing(Feed::updateTime));
  }

  @Override
  public List<Filtered<Feed, ?>> filters() {
    return List.of(Filtered.byName(Feeds.NAME, feed -> feed.draft().name()));
  }

  @Override
  public List<Written> writes() {
    return Stream.concat(
            KindSample.super.writes().stream(),
            Stream.of(
                new Written(
                    "FeedService.list",
                    stage -> {
                      Uid feed = make(stage.world(), stage.root()).uid();
                      return () -> list(stage, feed);
                    },
                    "Feed changed"),
                new Written(
                    "FeedService.unlist",
                    stage -> {
                      Uid feed = make(stage.world(), stage.root()).uid();
                      list(stage, feed);
                      return () ->
                          service(stage.services())
                              .unlist(stage.operator(), feed, VersionCondition.ANY);
                    },
                    "Feed changed")))
        .toList();
  }

  private static void list(Stage stage, Uid feed) {
    service(stage.services()).list(stage.operator(), feed, VersionCondition.ANY);
  }

  @Override
  public String table() {
    return "hub_feed";
  }
}
