package local.platform.access.authz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import local.platform.foundation.uid.Uid;
import local.platform.testing.ContractCapabilities;
import local.platform.testing.ContractCapabilities.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInRoleTest {
  private static final Set<String> REGISTRY_PULL =
      Set.of(
          "groups.list",
          "record_signatures.list",
          "sboms.list",
          "vuln_reports.list",
          "repo.blobs.get",
          "repo.list",
          "manifest.list",
          "tag.list",
          "manifest.metadata.list",
          "referrers.list");
  private static final Set<String> APK_PULL = Set.of("groups.list", "apk.list", "apk.blobs.get");

  @ParameterizedTest
  @CsvSource({
    "console_viewer, 45",
    "viewer, 51",
    "editor, 62",
    "owner, 142",
    "limited_owner, 53",
    "registry.pull, 10",
    "registry.push, 20",
    "registry.pull_token_creator, 15",
    "apk.pull, 3",
    "apk.push, 5"
  })
  void aRoleHasAsManyCapabilitiesAsTheContractGivesIt(String name, int size) {
    assertThat(role(name).capabilities()).hasSize(size);
  }

  @Test
  void thereAreTenRoles() {
    assertThat(BuiltInRole.values()).hasSize(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"console_viewer", "viewer", "editor"})
  void aRoleWithAColumnInTheContractHoldsItsColumn(String name) {
    assertThat(dotted(name)).isEqualTo(column(name));
  }

  @Test
  void theOwnerHoldsItsColumnAndWritesAdvisories() {
    assertThat(dotted("owner"))
        .isEqualTo(
            union(
                column("owner"),
                "advisories.create",
                "advisories.update",
                "advisories.delete",
                "advisories.approve"));
  }

  @Test
  void theLimitedOwnerIsAViewerThatMakesPullTokens() {
    assertThat(dotted("limited_owner"))
        .isEqualTo(union(column("viewer"), "identity.create", "role_bindings.create"));
  }

  @Test
  void theRolesOfRegistriesHoldTheSetsOfTheContract() {
    assertThat(dotted("registry.pull")).isEqualTo(REGISTRY_PULL);
    assertThat(dotted("registry.push"))
        .isEqualTo(
            union(
                REGISTRY_PULL,
                "groups.create",
                "repo.create",
                "repo.update",
                "repo.delete",
                "manifest.create",
                "manifest.update",
                "manifest.delete",
                "tag.create",
                "tag.update",
                "tag.delete"));
    assertThat(dotted("registry.pull_token_creator"))
        .isEqualTo(
            union(
                REGISTRY_PULL,
                "roles.list",
                "role_bindings.create",
                "identity.create",
                "apk.list",
                "apk.blobs.get"));
  }

  @Test
  void theRolesOfPackagesHoldTheSetsOfTheContract() {
    assertThat(dotted("apk.pull")).isEqualTo(APK_PULL);
    assertThat(dotted("apk.push")).isEqualTo(union(APK_PULL, "apk.create", "apk.delete"));
  }

  @ParameterizedTest
  @EnumSource
  void noRoleHoldsWhatIsInternal(BuiltInRole role) {
    assertThat(role.capabilities()).noneMatch(Capability::internalOnly);
    assertThat(role.capabilities()).doesNotContain(Capability.INTERNAL);
  }

  @ParameterizedTest
  @EnumSource
  void theUidFollowsFromTheName(BuiltInRole role) throws NoSuchAlgorithmException {
    byte[] digest =
        MessageDigest.getInstance("SHA-256")
            .digest(("platform.role:" + role.roleName()).getBytes(StandardCharsets.UTF_8));
    String hex = String.format(Locale.ROOT, "%064x", new BigInteger(1, digest));

    assertThat(role.uid()).isEqualTo(new Uid(hex.substring(0, 40)));
    assertThat(BuiltInRole.of(role.uid())).contains(role);
  }

  @Test
  void noOtherUidIsABuiltInRole() {
    assertThat(BuiltInRole.of(Uid.newRoot())).isEmpty();
    assertThat(BuiltInRole.of(BuiltInRole.OWNER.uid().newChild())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "mysql"})
  void theDatabaseHasARowForEachRole(String vendor) throws IOException {
    String file = "/db/migration/" + vendor + "/V0003__create_role.sql";
    Map<String, String> names = new HashMap<>();
    try (InputStream stream = BuiltInRole.class.getResourceAsStream(file)) {
      Matcher row =
          Pattern.compile("\\('([^']*)', '([^']*)', NULL, '([^']*)', '[^']+ Role \\(built-in\\)',")
              .matcher(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
      while (row.find()) {
        assertThat(row.group(2)).as("the root of a root").isEqualTo(row.group(1));
        names.put(row.group(1), row.group(3));
      }
    }

    assertThat(names)
        .isEqualTo(
            Arrays.stream(BuiltInRole.values())
                .collect(Collectors.toMap(role -> role.uid().value(), BuiltInRole::roleName)));
  }

  private static BuiltInRole role(String name) {
    return Arrays.stream(BuiltInRole.values())
        .filter(role -> role.roleName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Set<String> dotted(String name) {
    return role(name).capabilities().stream()
        .map(Capability::dottedName)
        .collect(Collectors.toSet());
  }

  private static Set<String> column(String name) {
    return ContractCapabilities.ROWS.stream()
        .filter(row -> row.roles().contains(name))
        .map(Row::dottedName)
        .collect(Collectors.toSet());
  }

  private static Set<String> union(Set<String> some, String... more) {
    Set<String> all = new HashSet<>(some);
    for (String name : more) {
      assertThat(all.add(name)).as(name).isTrue();
    }
    return all;
  }
}
