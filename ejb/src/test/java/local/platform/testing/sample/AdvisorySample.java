package local.platform.testing.sample;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import local.platform.access.authz.Capability;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.testing.Changes;
import local.platform.testing.World;
import local.platform.vulnerability.advisory.Advisory;
import local.platform.vulnerability.advisory.AdvisoryDraft;
import local.platform.vulnerability.advisory.AdvisoryQuery;
import local.platform.vulnerability.advisory.EventData.FixNotPlanned;
import local.platform.vulnerability.advisory.EventData.TruePositive;
import local.platform.vulnerability.advisory.ReviewState;

/** The sample of advisories and their events. */
public final class AdvisorySample implements Sample {
  @Override
  public List<Operation> operations(Uid identity) {
    return List.of(
        new Operation(
            "advisory get",
            Capability.ADVISORIES_LIST,
            AdvisorySample::advisory,
            (services, caller, uid) -> services.advisories().get(caller, uid)),
        new Operation(
            "advisory create",
            Capability.ADVISORIES_CREATE,
            Operation::itself,
            (services, caller, uid) ->
                services.advisories().create(caller, uid, World.anyAdvisory())),
        new Operation(
            "advisory update",
            Capability.ADVISORIES_UPDATE,
            AdvisorySample::advisory,
            (services, caller, uid) ->
                services
                    .advisories()
                    .update(caller, uid, Changes.location("/usr"), VersionCondition.ANY)),
        new Operation(
            "advisory delete",
            Capability.ADVISORIES_DELETE,
            AdvisorySample::advisory,
            (services, caller, uid) ->
                services.advisories().delete(caller, uid, VersionCondition.ANY)),
        new Operation(
            "advisory event create",
            Capability.ADVISORIES_CREATE,
            AdvisorySample::advisory,
            (services, caller, uid) ->
                services
                    .advisoryEvents()
                    .create(
                        caller, uid, World.pending(new FixNotPlanned("")), VersionCondition.ANY)),
        new Operation(
            "advisory event update",
            Capability.ADVISORIES_UPDATE,
            (world, group) -> world.event(advisory(world, group)).uid(),
            (services, caller, uid) ->
                services
                    .advisoryEvents()
                    .update(
                        caller,
                        uid,
                        Changes.eventData(new FixNotPlanned("changed")),
                        VersionCondition.ANY)));
  }

  @Override
  public List<Written> writes() {
    return List.of(
        new Written(
            "AdvisoryService.create",
            stage ->
                () ->
                    stage
                        .services()
                        .advisories()
                        .create(stage.owner(), stage.root(), World.anyAdvisory()),
            "Advisory created"),
        new Written(
            "AdvisoryService.create",
            stage -> {
              Advisory deleted = stage.world().advisory(stage.root());
              stage
                  .services()
                  .advisories()
                  .delete(stage.owner(), deleted.uid(), VersionCondition.ANY);
              return () ->
                  stage
                      .services()
                      .advisories()
                      .create(stage.owner(), stage.root(), deleted.draft());
            },
            "Advisory changed"),
        update(Changes.aliases("CVE-2099-2"), "Advisory changed"),
        update(Changes.location("/usr"), "AdvisoryEvent created, implied", "Advisory changed"),
        new Written(
            "AdvisoryService.delete",
            stage -> {
              Uid advisory = stage.world().advisory(stage.root()).uid();
              return () ->
                  stage
                      .services()
                      .advisories()
                      .delete(stage.owner(), advisory, VersionCondition.ANY);
            },
            "Advisory changed"),
        new Written(
            "AdvisoryEventService.create",
            stage -> {
              Uid advisory = stage.world().advisory(stage.root()).uid();
              return () ->
                  stage
                      .services()
                      .advisoryEvents()
                      .create(
                          stage.owner(),
                          advisory,
                          World.pending(new TruePositive("a note")),
                          VersionCondition.ANY);
            },
            "AdvisoryEvent created",
            "Advisory changed, implied"),
        new Written(
            "AdvisoryEventService.update",
            stage -> {
              Uid event = stage.world().event(stage.world().advisory(stage.root()).uid()).uid();
              return () ->
                  stage
                      .services()
                      .advisoryEvents()
                      .update(
                          stage.owner(),
                          event,
                          Changes.review(ReviewState.APPROVED),
                          VersionCondition.ANY);
            },
            "Advisory changed, implied",
            "AdvisoryEvent changed"));
  }

  private static Written update(DraftChange<AdvisoryDraft> change, String... expected) {
    return new Written(
        "AdvisoryService.update",
        stage -> {
          Uid advisory = stage.world().advisory(stage.root()).uid();
          return () ->
              stage
                  .services()
                  .advisories()
                  .update(stage.owner(), advisory, change, VersionCondition.ANY);
        },
        expected);
  }

  @Override
  public List<Listing> listings() {
    return List.of(
        new Listing(
            "advisory",
            Capability.ADVISORIES_LIST,
            Set.of(),
            AdvisorySample::advisory,
            Optional.of(
                (services, caller, page) ->
                    services.advisories().list(caller, AdvisoryQuery.ALL, page)),
            Optional.empty()));
  }

  @Override
  public Map<String, String> tables() {
    return Map.of("advisory", "uid", "advisory_event", "uid");
  }

  private static Uid advisory(World world, Uid group) {
    return world.advisory(group).uid();
  }
}
