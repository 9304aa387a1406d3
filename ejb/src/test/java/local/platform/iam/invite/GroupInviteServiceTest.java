package local.platform.iam.invite;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.util.JSONObjectUtils;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.access.authz.Grants.Grant;
import local.platform.access.authz.Narrowing;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.role.Role;
import local.platform.kind.ResourceQuery;
import local.platform.kind.Resources;
import local.platform.testing.Changes;
import local.platform.testing.MutableClock;
import local.platform.testing.QueryMeter;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import local.platform.testing.World.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupInviteServiceTest {
  private static final Uid VIEWER = BuiltInRole.VIEWER.uid();
  private static final Duration HOUR = Duration.ofHours(1);
  private static final ResourceQuery ANY = ResourceQuery.of(UidpFilter.NONE);
  private static final PageRequest ALL = new PageRequest(200, "", "", 0);

  private final MutableClock clock = new MutableClock();
  private TestServices services;
  private QueryMeter meter;
  private World world;
  private GroupInviteService invites;
  private Resources<GroupInviteDraft, GroupInvite> inviteResources;
  private Uid root;
  private Uid group;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, clock);
    meter = services.meter();
    world = new World(services);
    invites = services.invites();
    inviteResources = services.inviteResources();
    root = world.organization();
    group = world.group(root);
    owner = World.everythingAt(root);
  }

  @ParameterizedTest
  @EnumSource
  void anInviteIsReadAsItWasCreatedButForItsCode(TestDatabase database) {
    start(database);
    Role role = world.role(root, Capability.REPO_LIST, Capability.REPO_CREATE);
    GroupInviteDraft draft =
        new GroupInviteDraft(Optional.of(role.uid()), "Jane@Example.com", Optional.of(HOUR), true);

    GroupInvite created = invites.create(owner, group, draft);

    assertThat(created.uid().parent()).hasValue(group);
    assertThat(created)
        .isEqualTo(
            new GroupInvite(
                created.uid(),
                role.uid(),
                Optional.of(role),
                "Jane@Example.com",
                clock.instant().plus(HOUR),
                true,
                created.keyId(),
                clock.instant(),
                0,
                created.code()));
    assertThat(created.code()).isPresent();
    GroupInvite read = inviteResources.get(owner, created.uid());
    assertThat(read.code()).isEmpty();
    assertThat(read.withCode(created.code().orElseThrow())).isEqualTo(created);
    assertThat(listed(owner, ANY)).containsExactly(read);
    assertThat(walked(owner, ANY)).containsExactly(read);
    GroupInvite plain = world.invite(group, VIEWER);
    assertThat(plain.email()).isEmpty();
    assertThat(plain.singleUse()).isFalse();
    assertThat(plain.role()).hasValue(services.roles().get(owner, VIEWER));
  }

  @ParameterizedTest
  @EnumSource
  void ofTheCodeOnlyAHashIsStored(TestDatabase database)
      throws ParseException, SQLException, NoSuchAlgorithmException {
    start(database);
    Set<Object> different = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      GroupInvite invite = world.invite(group, VIEWER);
      String code = invite.code().orElseThrow();

      String json = new String(Base64.getUrlDecoder().decode(code), StandardCharsets.UTF_8);
      Map<String, Object> document = JSONObjectUtils.parse(json);
      assertThat(code).matches("[A-Za-z0-9_-]+");
      assertThat(document).containsOnlyKeys("id", "keyId", "secret");
      assertThat(document)
          .containsEntry("id", invite.uid().value())
          .containsEntry("keyId", invite.keyId());
      String secret = JSONObjectUtils.getString(document, "secret");
      assertThat(Base64.getUrlDecoder().decode(secret)).hasSize(32);
      different.addAll(List.of(secret, invite.keyId(), code));
      byte[] sha256 =
          MessageDigest.getInstance("SHA-256").digest(code.getBytes(StandardCharsets.US_ASCII));
      List<String> stored = everythingStored();
      assertThat(stored).contains(HexFormat.of().formatHex(sha256));
      assertThat(stored).noneMatch(value -> value.contains(code) || value.contains(secret));
      assertThat(invite.toString()).contains(invite.keyId()).doesNotContain(code, secret);
    }
    assertThat(different).hasSize(60);
  }

  /** Returns every value of every table. */
  private List<String> everythingStored() throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = services.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : tables(connection)) {
        try (ResultSet row = statement.executeQuery("SELECT * FROM " + table)) {
          while (row.next()) {
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
              values.add(String.valueOf(row.getString(i)));
            }
          }
        }
      }
    }
    return values;
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT table_name FROM information_schema.tables"
                    + " WHERE table_schema IN (SCHEMA(), DATABASE())"
                    + " AND table_name NOT LIKE 'flyway%'")) {
      while (row.next()) {
        tables.add(row.getString(1));
      }
    }
    assertThat(tables).anyMatch("group_invite"::equalsIgnoreCase);
    return tables;
  }

  /** Callers who lack one of the two are told so, for any group and any draft. */
  @ParameterizedTest
  @EnumSource
  void bothCapabilitiesAreNeededAtTheGroup(TestDatabase database) {
    start(database);
    GroupInviteDraft nonsense =
        new GroupInviteDraft(Optional.empty(), "@", Optional.empty(), false);
    for (Capability missing :
        List.of(Capability.IAM_GROUP_INVITES_CREATE, Capability.IAM_ROLE_BINDINGS_CREATE)) {
      Set<Capability> others = EnumSet.complementOf(EnumSet.of(missing));
      Caller elsewhere =
          World.caller(
              List.of(
                  new Grant(root, others),
                  new Grant(world.group(root), EnumSet.of(missing)),
                  new Grant(world.group(group), EnumSet.of(missing))));
      Caller narrowed = World.narrowed(owner, Narrowing.to(Optional.empty(), Optional.of(others)));
      Set<String> told = new HashSet<>();
      for (Caller caller : List.of(World.holding(others, root), elsewhere, narrowed)) {
        for (Uid target : List.of(group, root.newChild())) {
          for (GroupInviteDraft draft :
              List.of(draft(VIEWER), draft(Uid.newRoot()), draft(root.newChild()), nonsense)) {
            List<String> statements =
                meter.record(
                    () ->
                        told.add(
                            World.answer(
                                    () -> invites.create(caller, target, draft),
                                    Map.of(target, "<group>"))
                                .told()));
            assertThat(statements).isEmpty();
          }
        }
      }
      assertThat(told)
          .singleElement()
          .asString()
          .startsWith("PERMISSION_DENIED")
          .contains(missing.dottedName());
    }
    assertThat(listed(owner, ANY)).isEmpty();
    Set<Capability> both =
        EnumSet.of(Capability.IAM_GROUP_INVITES_CREATE, Capability.IAM_ROLE_BINDINGS_CREATE);
    both.addAll(BuiltInRole.VIEWER.capabilities());
    assertThat(outcome(() -> invites.create(World.holding(both, group), group, draft(VIEWER))))
        .isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void nobodyInvitesToMoreThanItHolds(TestDatabase database) {
    start(database);
    Uid role = world.role(root, Capability.REPO_LIST, Capability.REPO_CREATE).uid();
    Set<Capability> held =
        EnumSet.of(
            Capability.IAM_GROUP_INVITES_CREATE,
            Capability.IAM_ROLE_BINDINGS_CREATE,
            Capability.REPO_LIST);
    Caller fromBelow =
        World.caller(
            List.of(
                new Grant(group, held),
                new Grant(world.group(group), EnumSet.allOf(Capability.class))));
    Caller narrowed = World.narrowed(owner, Narrowing.to(Optional.empty(), Optional.of(held)));

    for (Caller caller : List.of(World.holding(held, group), fromBelow, narrowed)) {
      assertThat(outcome(() -> invites.create(caller, group, draft(role))))
          .isEqualTo("GRANT_EXCEEDS_CALLER");
    }
    assertThat(listed(owner, ANY)).isEmpty();
    Set<Capability> enough = EnumSet.copyOf(held);
    enough.add(Capability.REPO_CREATE);
    assertThat(outcome(() -> invites.create(World.holding(enough, group), group, draft(role))))
        .isEqualTo("OK");
  }

  @ParameterizedTest
  @EnumSource
  void aRoleThatIsMissingIsAnsweredLikeOneThatCannotBeBound(TestDatabase database) {
    start(database);
    Uid other = world.organization();
    Caller everywhere = World.everythingAt(root, other);
    Uid role = world.role(group, Capability.REPO_LIST).uid();
    Set<String> told = new HashSet<>();
    for (Uid unusable :
        List.of(
            world.role(other, Capability.REPO_LIST).uid(),
            world.role(world.group(root), Capability.REPO_LIST).uid(),
            world.role(world.group(group), Capability.REPO_LIST).uid(),
            group.newChild(),
            Uid.newRoot(),
            root,
            group)) {
      Answer answer =
          World.answer(
              () -> invites.create(everywhere, group, draft(unusable)), Map.of(unusable, "<role>"));
      assertThat(answer.text()).isEqualTo("INVALID_ARGUMENT");
      told.add(answer.told());
    }

    assertThat(told).singleElement().asString().contains("fields=role");
    for (Uid refused : List.of(root, world.group(root), other)) {
      assertThat(outcome(() -> invites.create(everywhere, refused, draft(role))))
          .isEqualTo("INVALID_ARGUMENT");
    }
    for (Uid allowed : List.of(group, world.group(group))) {
      assertThat(outcome(() -> invites.create(everywhere, allowed, draft(role)))).isEqualTo("OK");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everythingWrongIsToldAtOnce(TestDatabase database) {
    start(database);

    assertThat(
            told(
                new GroupInviteDraft(Optional.empty(), "nobody", Optional.of(Duration.ZERO), true)))
        .contains("INVALID_ARGUMENT", "fields=role,email,ttl");
    assertThat(told(new GroupInviteDraft(Optional.empty(), "", Optional.empty(), true)))
        .contains("fields=role,ttl");
  }

  @ParameterizedTest
  @EnumSource
  void anAddressIsPlain(TestDatabase database) {
    start(database);
    String longest = "a".repeat(254 - 2 * 64) + ("@" + "b".repeat(63)) + "." + "c".repeat(63);
    for (String good :
        List.of("a@b", "jane.doe+tag@example.com", "o'hara@mail.example-1.co.uk", longest)) {
      assertThat(invites.create(owner, group, draft(good, HOUR)).email()).isEqualTo(good);
    }
    for (String bad :
        List.of(
            " ",
            "jane",
            "@example.com",
            "jane@",
            "jane@example..com",
            "jane@.com",
            "jane@-example.com",
            "jane@example.com.",
            "jane@" + "b".repeat(64),
            "jane@doe@example.com",
            "Jane <jane@example.com>",
            "<jane@example.com>",
            "jane@example.com,john@example.com",
            "jane doe@example.com",
            " jane@example.com",
            "jane@example.com\n",
            "jane\u0000@example.com",
            "\"jane\"@example.com",
            "jane@[127.0.0.1]",
            "jané@example.com",
            "a" + longest)) {
      assertThat(told(draft(bad, HOUR))).as(bad).contains("INVALID_ARGUMENT", "fields=email");
    }
    Instant before = Instant.now();
    for (String part : List.of("a", "a@", "a.", "-", "@a-")) {
      told(draft(part.repeat(1_000_000), HOUR));
      told(draft("a@" + part.repeat(250 / part.length()) + "!", HOUR));
    }
    assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @EnumSource
  void anInviteIsGoodForAMillisecondToAYear(TestDatabase database) {
    start(database);
    Duration year = Duration.ofDays(365);
    for (Duration bad :
        List.of(
            Duration.ZERO,
            HOUR.negated(),
            Duration.ofNanos(999_999),
            year.plusNanos(1),
            Duration.ofSeconds(Long.MAX_VALUE),
            Duration.ofSeconds(Long.MIN_VALUE))) {
      assertThat(told(draft("", bad))).as("%s", bad).contains("fields=ttl");
    }
    for (Duration good : List.of(Duration.ofMillis(1), Duration.ofNanos(1_999_999), HOUR, year)) {
      GroupInvite invite = invites.create(owner, group, draft("", good));

      assertThat(invite.expirationTime())
          .isEqualTo(clock.instant().plus(good).truncatedTo(ChronoUnit.MILLIS))
          .isAfter(clock.instant());
      assertThat(inviteResources.get(owner, invite.uid()).expirationTime())
          .isEqualTo(invite.expirationTime());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInviteThatHasExpiredIsThereUntilItIsDeleted(TestDatabase database) {
    start(database);
    GroupInvite invite = world.invite(group, VIEWER);
    GroupInvite before = inviteResources.get(owner, invite.uid());

    clock.advance(Duration.ofDays(1000));

    assertThat(inviteResources.get(owner, invite.uid())).isEqualTo(before);
    assertThat(listed(owner, ANY)).containsExactly(before);
    inviteResources.delete(owner, invite.uid(), VersionCondition.ANY);
    assertThat(listed(owner, ANY)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anInviteOutlivesItsRoleAndItsInviter(TestDatabase database) {
    start(database);
    Role role = world.role(group, Capability.REPO_LIST);
    Uid inviter = world.identity(root).uid();
    world.bind(root, inviter, BuiltInRole.OWNER.uid());
    world.ownerOf(root);
    Uid invite = invites.create(world.callerOf(inviter), group, draft(role.uid())).uid();
    GroupInvite other = world.invite(group, VIEWER);
    assertThat(inviterOf(invite)).isEqualTo(inviter);

    services.roles().delete(owner, role.uid(), VersionCondition.ANY);
    services.identityResources().delete(owner, inviter, VersionCondition.ANY);

    GroupInvite read = inviteResources.get(owner, invite);
    assertThat(read.role()).isEmpty();
    assertThat(read.roleUid()).isEqualTo(role.uid());
    assertThat(listed(owner, ANY))
        .containsExactlyInAnyOrder(read, inviteResources.get(owner, other.uid()));
    assertThat(inviteResources.get(owner, other.uid()).role()).isPresent();
    assertThat(inviterOf(invite)).isEqualTo(inviter);
    inviteResources.delete(owner, invite, VersionCondition.ANY);
  }

  private Uid inviterOf(Uid invite) {
    return services
        .entityManager()
        .createQuery("select i.inviterUid from GroupInviteEntity i where i.uid = :uid", Uid.class)
        .setParameter("uid", invite)
        .getSingleResult();
  }

  @ParameterizedTest
  @EnumSource
  void aRoleIsShownAsItIsNow(TestDatabase database) {
    start(database);
    Role role = world.role(group, Capability.REPO_LIST);
    Uid invite = world.invite(group, role.uid()).uid();

    Role changed =
        services
            .roles()
            .update(
                owner,
                role.uid(),
                Changes.roleCapabilities(Capability.REPO_CREATE),
                VersionCondition.ANY);

    assertThat(inviteResources.get(owner, invite).role()).hasValue(changed);
  }

  @ParameterizedTest
  @EnumSource
  void invitesGoWithTheirGroupAndNoOthersDo(TestDatabase database) {
    start(database);
    Uid sibling = world.group(root);
    List<GroupInvite> gone =
        List.of(world.invite(group, VIEWER), world.invite(group, BuiltInRole.OWNER.uid()));
    List<Uid> stay =
        Stream.of(root, sibling).map(each -> world.invite(each, VIEWER).uid()).toList();
    Uid child = world.group(group);
    world.invite(child, VIEWER);
    assertThat(outcome(() -> services.groups().delete(owner, group, VersionCondition.ANY)))
        .isEqualTo("RESOURCE_NOT_EMPTY");
    assertThat(listed(owner, ANY)).hasSize(5);

    services.groups().delete(owner, child, VersionCondition.ANY);
    services.groups().delete(owner, group, VersionCondition.ANY);

    assertThat(uids(listed(owner, ANY))).containsExactlyInAnyOrderElementsOf(stay);
    for (GroupInvite each : gone) {
      assertThat(outcome(() -> inviteResources.get(owner, each.uid()))).isEqualTo("NOT_FOUND");
    }
  }

  @ParameterizedTest
  @EnumSource
  void theNewestComeFirstUnlessAnotherOrderIsAskedFor(TestDatabase database) {
    start(database);
    List<Uid> created = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      created.add(world.invite(i % 2 == 0 ? group : root, VIEWER).uid());
      clock.advance(Duration.ofMillis(1));
    }
    List<Uid> newestFirst = new ArrayList<>(created);
    Collections.reverse(newestFirst);
    List<Uid> byUid = created.stream().sorted().toList();

    assertThat(paged("")).isEqualTo(newestFirst).isEqualTo(paged("created_at desc"));
    assertThat(paged("createTime")).isEqualTo(created);
    assertThat(paged("uid")).isEqualTo(byUid).isEqualTo(uids(walked(owner, ANY)));
    assertThat(paged("uid desc"))
        .isEqualTo(byUid.stream().sorted(Comparator.reverseOrder()).toList());
    for (String refused : List.of("name", "update_time", "expiration_time", "key_id", "email")) {
      assertThat(
              outcome(() -> inviteResources.list(owner, ANY, new PageRequest(0, "", refused, 0))))
          .isEqualTo("INVALID_ARGUMENT");
    }
  }

  /** Returns the uids of a whole list, read two at a time. */
  private List<Uid> paged(String order) {
    List<Uid> uids = new ArrayList<>();
    String token = "";
    do {
      Page<GroupInvite> page =
          inviteResources.list(owner, ANY, new PageRequest(2, token, order, 0));
      assertThat(page.totalCount()).hasValue(7);
      uids.addAll(uids(page.items()));
      token = page.nextPageToken().orElse("");
    } while (!token.isEmpty());
    return uids;
  }

  @ParameterizedTest
  @EnumSource
  void anInviteIsFoundByItsKey(TestDatabase database) {
    start(database);
    GroupInvite wanted = world.invite(group, VIEWER);
    world.invite(group, VIEWER);
    world.invite(root, VIEWER);
    Uid other = world.organization();
    Caller everywhere = World.everythingAt(root, other);
    Caller below = World.everythingAt(group, world.group(root));
    for (String order : List.of("", "uid", "create_time")) {
      for (Caller caller : List.of(owner, everywhere, below)) {
        assertThat(found(caller, UidpFilter.NONE, wanted.keyId(), order))
            .containsExactly(wanted.uid());
        assertThat(found(caller, UidpFilter.NONE.onlyChildrenOf(group), wanted.keyId(), order))
            .containsExactly(wanted.uid());
        assertThat(found(caller, UidpFilter.NONE.onlyChildrenOf(root), wanted.keyId(), order))
            .isEmpty();
      }
      assertThat(found(World.everythingAt(other), UidpFilter.NONE, wanted.keyId(), order))
          .isEmpty();
      for (String none :
          List.of(
              "",
              wanted.keyId().substring(1),
              wanted.keyId() + " ",
              "\u00e9\ud83d\ude00",
              "%",
              "'",
              "x".repeat(5_000))) {
        assertThat(found(everywhere, UidpFilter.NONE, none, order)).as(none).isEmpty();
      }
    }
  }

  private List<Uid> found(Caller caller, UidpFilter uidp, String keyId, String order) {
    ResourceQuery query = ResourceQuery.of(uidp).with(GroupInvites.KEY_ID, Optional.of(keyId));
    Page<GroupInvite> page = inviteResources.list(caller, query, new PageRequest(0, "", order, 0));
    List<Uid> found = uids(page.items());
    assertThat(page.totalCount()).hasValue(found.size());
    assertThat(uids(walked(caller, query))).isEqualTo(found);
    return found;
  }

  @ParameterizedTest
  @EnumSource
  void aListShowsWhatItsCallerMaySee(TestDatabase database) {
    start(database);
    Uid sibling = world.group(root);
    Uid child = world.group(group);
    Map<Uid, Uid> invited = new HashMap<>();
    for (Uid each : List.of(root, group, sibling, child)) {
      invited.put(each, world.invite(each, VIEWER).uid());
    }
    Map<Caller, List<Uid>> expected =
        Map.of(
            lister(root),
            List.of(root, group, sibling, child),
            lister(group),
            List.of(group, child),
            lister(sibling, child),
            List.of(sibling, child),
            World.holding(
                EnumSet.complementOf(EnumSet.of(Capability.IAM_GROUP_INVITES_LIST)), root),
            List.of(),
            lister(world.organization()),
            List.of());

    expected.forEach(
        (caller, groups) -> {
          List<Uid> visible = groups.stream().map(invited::get).toList();
          assertThat(uids(listed(caller, ANY))).containsExactlyInAnyOrderElementsOf(visible);
          assertThat(uids(walked(caller, ANY))).isEqualTo(visible.stream().sorted().toList());
        });
  }

  private static Caller lister(Uid... groups) {
    return World.caller(
        Arrays.stream(groups)
            .map(each -> new Grant(each, Set.of(Capability.IAM_GROUP_INVITES_LIST)))
            .toList());
  }

  @ParameterizedTest
  @EnumSource
  void aPageTakesAsManyStatementsWhateverTheNumberOfRoles(TestDatabase database) {
    start(database);
    world.invite(group, VIEWER);
    List<String> ofOne = meter.record(() -> listed(owner, ANY));
    for (int i = 0; i < 20; i++) {
      world.invite(group, world.role(group, Capability.REPO_LIST).uid());
    }

    List<String> ofMany = meter.record(() -> assertThat(listed(owner, ANY)).hasSize(21));

    assertThat(ofMany).hasSameSizeAs(ofOne).hasSizeLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void anInviteIsTakenBackOnce(TestDatabase database) {
    start(database);
    GroupInvite invite = world.invite(group, VIEWER);
    VersionCondition another = VersionCondition.requiring(invite.version() + 1);
    VersionCondition seen = VersionCondition.requiring(invite.version());
    Set<Capability> others = EnumSet.complementOf(EnumSet.of(Capability.IAM_GROUP_INVITES_DELETE));

    assertThat(
            outcome(
                () ->
                    inviteResources.delete(
                        World.holding(others, root), invite.uid(), VersionCondition.ANY)))
        .isEqualTo("PERMISSION_DENIED");
    assertThat(outcome(() -> inviteResources.delete(owner, invite.uid(), another)))
        .isEqualTo("ETAG_MISMATCH");
    assertThat(outcome(() -> inviteResources.delete(owner, invite.uid(), seen))).isEqualTo("OK");
    assertThat(outcome(() -> inviteResources.delete(owner, invite.uid(), seen)))
        .isEqualTo("NOT_FOUND");
    assertThat(outcome(() -> inviteResources.get(owner, invite.uid()))).isEqualTo("NOT_FOUND");
  }

  private List<GroupInvite> listed(Caller caller, ResourceQuery query) {
    return inviteResources.list(caller, query, ALL).items();
  }

  private List<GroupInvite> walked(Caller caller, ResourceQuery query) {
    List<GroupInvite> walked = new ArrayList<>();
    inviteResources.walk(caller, query, Window.ALL, walked::add);
    return walked;
  }

  private static List<Uid> uids(List<GroupInvite> list) {
    return list.stream().map(GroupInvite::uid).toList();
  }

  private static GroupInviteDraft draft(Uid role) {
    return World.inviteTo(role);
  }

  private static GroupInviteDraft draft(String email, Duration ttl) {
    return new GroupInviteDraft(Optional.of(VIEWER), email, Optional.of(ttl), false);
  }

  private String told(GroupInviteDraft draft) {
    return World.answer(() -> invites.create(owner, group, draft), Map.of()).told();
  }

  private static String outcome(Executable action) {
    return World.outcome(action);
  }
}
