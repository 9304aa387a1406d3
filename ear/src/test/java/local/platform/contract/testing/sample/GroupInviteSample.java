package local.platform.contract.testing.sample;

import static local.platform.contract.testing.PlatformClient.JSON;
import static local.platform.contract.testing.PlatformClient.groupInvite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import local.platform.access.authz.BuiltInRole;
import local.platform.access.authz.Capability;
import local.platform.contract.testing.PlatformClient;
import local.platform.contract.testing.sample.Version1Words.Names;

/** The sample of group invites. */
final class GroupInviteSample implements Sample {
  private static final Version1Words WORDS = new Words();

  /** Shows the role, and has no separate uid of it. */
  private static final class Words extends Version1Words {
    /** The filters of lists, which have none by hierarchy. */
    private static final Map<String, String> FILTERS =
        Map.of("uidp.children_of", "group", "uidp.ids", "id", "key_id", "key_id");

    Words() {
      super(
          "groupInvites",
          "/iam/v1/group_invites",
          Names.of(
              "uid=id",
              "parent=group",
              "roleUid=role",
              "email",
              "ttl",
              "singleUse",
              "expirationTime=expiration",
              "createTime=createdAt",
              "keyId",
              "code"));
    }

    @Override
    public ObjectNode shown(JsonNode answer) {
      ObjectNode shown = super.shown(answer);
      if (shown.has("roleUid")) {
        ObjectNode role = bound(RoleSample.WORDS, shown.get("roleUid"));
        shown.set("role", role);
        shown.set("roleUid", role.path("uid"));
      }
      return shown;
    }

    @Override
    public Optional<String> parameter(String name) {
      return Optional.ofNullable(FILTERS.get(name));
    }
  }

  @Override
  public String type() {
    return "GroupInvite";
  }

  @Override
  public String plural() {
    return "groupInvites";
  }

  @Override
  public Version1Words version1() {
    return WORDS;
  }

  @Override
  public Capability listed() {
    return Capability.IAM_GROUP_INVITES_LIST;
  }

  @Override
  public List<Route> routes(Routes routes) {
    UnaryOperator<String> itself = UnaryOperator.identity();
    UnaryOperator<String> invite = routes.target(this);
    String path = Routes.path(this);
    String oldPath = Routes.oldPath(this);
    String body = groupInvite(BuiltInRole.EDITOR.uid().value(), "60s");
    String oldBody = body.replace("Uid\"", "\"");
    Set<Capability> inviting =
        Set.of(Capability.IAM_GROUP_INVITES_CREATE, Capability.IAM_ROLE_BINDINGS_CREATE);
    Set<Capability> edit = BuiltInRole.EDITOR.capabilities();
    return List.of(
        new Route("GET", path, "", invite, Capability.IAM_GROUP_INVITES_LIST),
        new Route("POST", path, body, itself, inviting, edit),
        new Route("DELETE", path, "", invite, Capability.IAM_GROUP_INVITES_DELETE),
        new Route("POST", oldPath, oldBody, itself, inviting, edit),
        new Route("DELETE", oldPath, "", invite, Capability.IAM_GROUP_INVITES_DELETE));
  }

  @Override
  public ObjectNode state(PlatformClient client, String organization, int number) {
    ObjectNode state =
        JSON.createObjectNode()
            .put("roleUid", Sample.role(number).uid().value())
            .put("email", number + "@example.com")
            .put("ttl", 3_600 + number + "s");
    return number % 2 == 0 ? state : state.put("singleUse", true);
  }

  @Override
  public List<String> fields() {
    return List.of("roleUid", "email", "singleUse");
  }

  /** An answer shows when the invite expires, and no longer after how long. */
  @Override
  public ObjectNode stateOf(JsonNode answer) {
    ObjectNode state = Sample.super.stateOf(answer);
    if (answer.has("expirationTime") && answer.has("createTime")) {
      state.put("ttl", seconds(time(answer, "createTime"), time(answer, "expirationTime")));
    }
    return state;
  }

  private static Instant time(JsonNode answer, String field) {
    return Instant.parse(answer.path(field).asText());
  }

  private static String seconds(Instant from, Instant to) {
    BigDecimal seconds = BigDecimal.valueOf(Duration.between(from, to).toMillis(), 3);
    return seconds.stripTrailingZeros().toPlainString() + "s";
  }

  @Override
  public boolean hasName() {
    return false;
  }

  @Override
  public void name(ObjectNode state, String name) {
    // An invite has none.
  }

  @Override
  public boolean canBeChanged() {
    return false;
  }

  @Override
  public List<String> timeOrders() {
    return CREATION;
  }

  @Override
  public String defaultOrder() {
    return "create_time desc";
  }

  /** The code is shown only once. */
  @Override
  public String readAfter(String created) {
    return created.replaceFirst("\"code\":\"[^\"]*\",", "");
  }
}
