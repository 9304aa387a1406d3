package local.platform.web.v1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import local.platform.web.endpoint.ServiceMethod;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class V1ModuleTest extends ModuleRules {
  /** What the operations do not say each by itself. */
  private static final String CONVENTIONS =
      """
      * HEAD is answered wherever GET is, without the body, and OPTIONS on every path.
      * An id is a path: its slashes are part of it, also in a URL, where `%2F` is accepted too.
      * Requests may write names in lowerCamelCase or in snake_case, numbers of 64 bits as numbers
        or texts, and values of enums by name or number. Answers always write lowerCamelCase, texts
        and names.
      * Fields and parameters that are not described are ignored. `null` is the empty value in a
        request, and never in an answer, where fields without a value are left out.
      * The `id` of a resource is in every answer but that to a dry run that would create it.
      """;

  V1ModuleTest() {
    super(
        "Version 1",
        V1Module::serves,
        V1Module.UNSERVED,
        List.of(),
        protosOf(
            "local.platform.proto.advisory.v1",
            "local.platform.proto.events.v1",
            "local.platform.proto.iam.v1",
            "local.platform.proto.libraries.v1",
            "local.platform.proto.ping.v1",
            "local.platform.proto.registry.v1",
            "local.platform.proto.vulnerabilities.v1"));
  }

  @Test
  void theDocumentIsTheReviewedOne() throws IOException {
    assertDocument(
        "v1",
        "Platform API, version 1",
        "Version 1 of the API, for clients that have not moved to version 2 yet.\n\n" + CONVENTIONS,
        "v1"::equals);
  }

  @Test
  void theFilesAreThoseOfTheDocument() throws IOException {
    assertFiles(V1Module.FILES);
  }

  @Test
  void theServicesAreCalledAsTheContractCallsThem() {
    assertThat(services().stream().flatMap(service -> service.names().stream()))
        .containsExactlyInAnyOrder(
            "platform.iam.Groups",
            "platform.iam.Identities",
            "platform.iam.Roles",
            "platform.iam.RoleBindings",
            "platform.iam.GroupInvites",
            "platform.registry.Registry",
            "platform.ping.PingService",
            "platform.libraries.Artifacts",
            "platform.vulnerabilities.v1.Advisories",
            "platform.iam.IdentityProviders",
            "platform.iam.GroupAccountAssociations",
            "platform.advisory.SecurityAdvisory",
            "platform.events.Subscriptions",
            "platform.events.Identities");
  }

  /** The two methods have the same request message. */
  @Test
  void ofTwoMethodsWithOneRequestTheOneWithARouteIsServed() {
    Map<String, Boolean> served =
        services().stream()
            .flatMap(ServiceMethods::all)
            .filter(method -> method.operation().startsWith("platform.iam.GroupInvites/Create"))
            .collect(
                Collectors.toMap(method -> method.descriptor().getName(), ServiceMethod::isServed));

    assertThat(served)
        .containsExactlyInAnyOrderEntriesOf(Map.of("Create", true, "CreateWithGroup", false));
  }
}
