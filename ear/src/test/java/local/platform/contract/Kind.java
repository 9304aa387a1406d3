package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.roleBinding;

import local.platform.authz.BuiltInRole;
import local.platform.contract.testing.PlatformClient;

/** What lies in groups, for what is promised of all of it. */
enum Kind {
  IDENTITY("Identity", "identities", "{\"description\": \"changed\"}") {
    @Override
    String create(PlatformClient client, String group, String name) {
      String body =
          "{\"name\": \"%s\", \"claimMatch\": {\"issuer\": \"https://a.test\", \"subject\": \"b\"}}";
      return uid(client.post(path() + "/" + group, body.formatted(name)));
    }
  },
  ROLE("Role", "roles", "{\"description\": \"changed\"}") {
    @Override
    String create(PlatformClient client, String group, String name) {
      return client.createRole(group, name, "CAP_REPO_LIST");
    }
  },
  ROLE_BINDING(
      "RoleBinding", "roleBindings", "{\"roleUid\": \"%s\"}".formatted(BuiltInRole.VIEWER.uid())) {
    @Override
    String create(PlatformClient client, String group, String name) {
      String organization = group.substring(0, 40);
      String identity = IDENTITY.create(client, organization, "bound");
      String binding = roleBinding(identity, BuiltInRole.APK_PULL.uid().value());
      return uid(client.post(path() + "/" + group, binding));
    }
  };

  private final String type;
  private final String plural;
  private final String change;

  Kind(String type, String plural, String change) {
    this.type = type;
    this.plural = plural;
    this.change = change;
  }

  /** Creates one in a group; its uid. The name is for those that have one. */
  abstract String create(PlatformClient client, String group, String name);

  /** Where they are. */
  String path() {
    return "/iam/v2/" + plural;
  }

  /** Where one of them is. */
  String path(String uid) {
    return path() + "/" + uid;
  }

  /** How lists call them. */
  String plural() {
    return plural;
  }

  /** How errors call one. */
  String type() {
    return type;
  }

  /** The body of an update that changes each one that was created here, once. */
  String change() {
    return change;
  }

  private static String uid(PlatformClient.Reply created) {
    if (created.status() != 200) {
      throw new AssertionError(created.text());
    }
    return created.uid();
  }
}
