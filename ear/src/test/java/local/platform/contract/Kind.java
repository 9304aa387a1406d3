package local.platform.contract;

import static local.platform.contract.testing.PlatformClient.roleBinding;

import local.platform.authz.BuiltInRole;
import local.platform.contract.testing.PlatformClient;

/** What lies in groups, for what version 2 promises of all of it. */
enum Kind {
  IDENTITY(Resource.IDENTITY, "{\"description\": \"changed\"}") {
    @Override
    String create(PlatformClient client, String group, String name) {
      String body =
          "{\"name\": \"%s\", \"claimMatch\": {\"issuer\": \"https://a.test\", \"subject\": \"b\"}}";
      return uid(client.post(path() + "/" + group, body.formatted(name)));
    }
  },
  ROLE(Resource.ROLE, "{\"description\": \"changed\"}") {
    @Override
    String create(PlatformClient client, String group, String name) {
      return client.createRole(group, name, "CAP_REPO_LIST");
    }
  },
  ROLE_BINDING(Resource.ROLE_BINDING, "{\"roleUid\": \"%s\"}".formatted(BuiltInRole.VIEWER.uid())) {
    @Override
    String create(PlatformClient client, String group, String name) {
      String organization = group.substring(0, 40);
      String identity = IDENTITY.create(client, organization, "bound");
      String binding = roleBinding(identity, BuiltInRole.APK_PULL.uid().value());
      return uid(client.post(path() + "/" + group, binding));
    }
  };

  private final Resource resource;
  private final String change;

  Kind(Resource resource, String change) {
    this.resource = resource;
    this.change = change;
  }

  /** Creates one in a group; its uid. The name is for those that have one. */
  abstract String create(PlatformClient client, String group, String name);

  /** Where they are. */
  String path() {
    return resource.path();
  }

  /** Where one of them is. */
  String path(String uid) {
    return resource.path(uid);
  }

  /** How lists call them. */
  String plural() {
    return resource.plural();
  }

  /** How errors call one. */
  String type() {
    return resource.type();
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
