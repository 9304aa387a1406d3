package local.platform.testing.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Rules;
import local.platform.testing.TestServices;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/** The samples of all kinds of resources. */
public final class Samples {
  private static final List<KindSample<?, ?>> OF_KINDS =
      List.of(
          new IdentitySample(),
          new IdentityProviderSample(),
          new AccountAssociationSample(),
          new SourceSample(),
          new FeedSample(),
          new RoleSample(),
          new RoleBindingSample(),
          new GroupInviteSample(),
          new RepoSample());

  private static final List<Sample> OTHERS =
      List.of(
          new GroupSample(),
          new RepoReadmeSample(),
          new TagSample(),
          new ImageSample(),
          new AdvisorySample(),
          new OperatorSample(),
          new ImportSample(),
          new RegistryNameSample());

  private Samples() {}

  /** Returns the samples of the kinds of which one sample tells everything. */
  public static List<KindSample<?, ?>> ofKinds() {
    return OF_KINDS;
  }

  /**
   * Returns the samples of kinds that meet a condition, each together with every one of other
   * values, as arguments of tests.
   */
  public static Stream<Arguments> ofKinds(Predicate<KindSample<?, ?>> condition, Object... others) {
    return OF_KINDS.stream()
        .filter(condition)
        .flatMap(
            sample ->
                Stream.of(others)
                    .map(other -> Arguments.of(Named.of(sample.kind().name(), sample), other)));
  }

  /** Returns all samples. */
  public static List<Sample> all() {
    return Stream.concat(OF_KINDS.stream(), OTHERS.stream()).toList();
  }

  /**
   * Returns every operation on one resource.
   *
   * @param identity an identity to which roles can be granted
   */
  public static List<Operation> operations(Uid identity) {
    return all().stream().flatMap(sample -> sample.operations(identity).stream()).toList();
  }

  /** Returns the writes of all services. */
  public static List<Written> writes() {
    return all().stream().flatMap(sample -> sample.writes().stream()).toList();
  }

  /** Returns all lists of resources. */
  public static List<Listing> listings() {
    return all().stream().flatMap(sample -> sample.listings().stream()).toList();
  }

  /** Returns the tables with rows of which observers are told, each with the column of its key. */
  public static Map<String, String> tables() {
    Map<String, String> tables = new TreeMap<>();
    all().forEach(sample -> tables.putAll(sample.tables()));
    return tables;
  }

  /** Returns the rules of all kinds, wired to services. */
  public static List<Rules<?, ?>> rules(TestServices services) {
    List<Rules<?, ?>> rules = new ArrayList<>();
    all().forEach(sample -> rules.addAll(sample.rules(services)));
    return rules;
  }
}
