package local.platform.testing.sample;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Kind;
import local.platform.kind.Rules;
import local.platform.testing.TestServices;
import local.platform.vulnerability.advisory.CallerNames;
import local.platform.vulnerability.advisory.ReviewState;
import local.platform.vulnerability.source.RecordReaders;
import local.platform.vulnerability.source.Source;
import local.platform.vulnerability.source.SourceDraft;
import local.platform.vulnerability.source.SourceReview;
import local.platform.vulnerability.source.SourceService;
import local.platform.vulnerability.source.Sources;

/** The sample of sources, which are not approved. */
public final class SourceSample implements KindSample<SourceDraft, Source> {
  @Override
  public Kind<?, SourceDraft, Source> kind() {
    return Sources.KIND;
  }

  @Override
  public List<Rules<?, ?>> rules(TestServices services) {
    return List.of(new Sources(new CallerNames(services.identities()), services.entityManager()));
  }

  @Override
  public Map<String, Requirement> requirements() {
    return Map.of(
        "get",
        Requirement.of(Capability.ADVISORIES_LIST),
        "create",
        Requirement.of(Capability.ADVISORIES_CREATE),
        "update",
        Requirement.of(Capability.ADVISORIES_UPDATE),
        "delete",
        Requirement.of(Capability.ADVISORIES_DELETE));
  }

  @Override
  public Capability listed() {
    return Capability.ADVISORIES_LIST;
  }

  @Override
  public SourceDraft draft(Uid identity) {
    return named("source-" + Uid.newRoot().value().substring(0, 16));
  }

  @Override
  public SourceDraft draft(Uid identity, String name) {
    return named(name.replaceAll("[^a-z0-9-]", "-"));
  }

  /** Returns a valid draft that is not approved. */
  public static SourceDraft named(String name) {
    return draft(name, SourceReview.PENDING, SourceDraft.DEFAULT_RANK);
  }

  /** Returns a valid draft. */
  public static SourceDraft draft(String name, SourceReview review, int rank) {
    return new SourceDraft(name, Sources.OSV, List.of(), "", rank, review, "", Optional.empty());
  }

  @Override
  public DraftChange<SourceDraft> change() {
    return description("changed " + Uid.newRoot().value());
  }

  /** Returns the change of the description of a source. */
  public static DraftChange<SourceDraft> description(String description) {
    return changed("description", fields -> fields.description = description);
  }

  /** Returns the change of the review of a source. */
  public static DraftChange<SourceDraft> review(SourceReview review) {
    return changed("review", fields -> fields.review = review);
  }

  /** Returns the change of the namespace of a source. */
  public static DraftChange<SourceDraft> namespace(String namespace) {
    return changed("namespace", fields -> fields.namespace = namespace);
  }

  /** Returns the change of the rank of a source. */
  public static DraftChange<SourceDraft> rank(int rank) {
    return changed("rank", fields -> fields.rank = rank);
  }

  /** Returns the change of the ecosystems of a source. */
  public static DraftChange<SourceDraft> ecosystems(String... ecosystems) {
    return changed("ecosystems", fields -> fields.ecosystems = List.of(ecosystems));
  }

  private static DraftChange<SourceDraft> changed(String field, Consumer<Fields> change) {
    return DraftChange.of(
        before -> {
          Fields fields = new Fields(before);
          change.accept(fields);
          return new SourceDraft(
              before.name(),
              before.format(),
              fields.ecosystems,
              fields.namespace,
              fields.rank,
              fields.review,
              fields.description,
              before.approver());
        },
        field);
  }

  /** The fields of a source that can be changed. */
  private static final class Fields {
    private List<String> ecosystems;
    private String namespace;
    private int rank;
    private SourceReview review;
    private String description;

    private Fields(SourceDraft draft) {
      ecosystems = draft.ecosystems();
      namespace = draft.namespace();
      rank = draft.rank();
      review = draft.review();
      description = draft.description();
    }
  }

  @Override
  public boolean hasUniqueName() {
    return true;
  }

  @Override
  public Map<String, Comparator<Source>> orders() {
    return Map.of(
        "name",
        Comparator.comparing(source -> source.draft().name()),
        "create_time",
        Comparator.comparing(Source::createTime),
        "update_time",
        Comparator.comparing(Source::updateTime));
  }

  @Override
  public List<Filtered<Source, ?>> filters() {
    return List.of(Filtered.byName(Sources.NAME, source -> source.draft().name()));
  }

  @Override
  public List<Written> writes() {
    return Stream.concat(
            KindSample.super.writes().stream(),
            Stream.of(
                new Written(
                    "SourceService.review",
                    stage -> {
                      Uid source = make(stage.world(), stage.root()).uid();
                      Uid advisory = stage.world().advisory(stage.root()).uid();
                      say(stage.services(), source, stage.world().event(advisory).uid());
                      return () ->
                          service(stage.services())
                              .review(stage.owner(), source, ReviewState.APPROVED, 1);
                    },
                    "AdvisoryEvent changed",
                    "Advisory changed, implied")))
        .toList();
  }

  /** Returns the service with the methods of its own, which reads no files. */
  public static SourceService service(TestServices services) {
    return services.sources(services.importQueue(), new RecordReaders());
  }

  /** Lets an event be one of a source. */
  private static void say(TestServices services, Uid source, Uid event) {
    try (Connection connection = services.dataSource().getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE advisory_event SET source_number ="
                    + " (SELECT number FROM hub_source WHERE uid = ?) WHERE uid = ?")) {
      update.setBytes(1, source.bytes());
      update.setBytes(2, event.bytes());
      update.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String table() {
    return "hub_source";
  }
}
