package local.platform.web.v2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import local.platform.proto.auth.AuthProto;
import local.platform.proto.oidc.OidcProto;
import local.platform.web.files.FileSet;
import local.platform.web.root.ConsoleSources;
import local.platform.web.root.Explorer;
import local.platform.web.testing.ModuleRules;
import org.junit.jupiter.api.Test;

class V2ModuleTest extends ModuleRules {
  private static final String WITHOUT_VERSION =
      "Version 2 of the API, and what has no version: how to get access tokens, and the methods for"
          + " operators, sources, feeds, imports and images.\n\n";

  private static final String BETA =
      "Version 2 of the API under the name that it had first. It does the same as under `v2`.\n\n";

  /** What the operations do not say each by itself. */
  private static final String CONVENTIONS =
      """
      * HEAD is answered wherever GET is, without the body, and OPTIONS on every path.
      * A uid is a path: its slashes are part of it, also in a URL, where `%2F` is accepted too.
      * Requests may write names in lowerCamelCase or in snake_case (`pageSize`, `page_size`),
        numbers of 64 bits as numbers or texts, and values of enums by name or number. Answers always
        write lowerCamelCase, texts and names.
      * A field or parameter that is not described is refused. Fields that only the server sets are
        accepted and ignored. `null` is the empty value in a request, and never in an answer, where
        fields without a value are left out.
      * The `uid` of a resource is in every answer but that to a dry run that would create it.
      * The answer to a delete has no body; it is `{}` if the request names JSON in `Accept`.
      """;

  /** Includes the protos of web-common whose routes are in this module. */
  V2ModuleTest() {
    super(
        "Version 2, and no version",
        V2Module::serves,
        V2Module.UNSERVED,
        V2Module.CLASSES,
        Stream.concat(
            protosOf(
                "local.platform.proto.advisory.v2",
                "local.platform.proto.events.v2",
                "local.platform.proto.iam.v2",
                "local.platform.proto.libraries.v2",
                "local.platform.proto.hub",
                "local.platform.proto.operator",
                "local.platform.proto.ping.v2",
                "local.platform.proto.registry.images",
                "local.platform.proto.registry.names",
                "local.platform.proto.registry.v2",
                "local.platform.proto.vulnerabilities.v2"),
            Stream.of(AuthProto.getDescriptor(), OidcProto.getDescriptor())));
  }

  @Test
  void theDocumentIsTheReviewedOne() throws IOException {
    assertDocument(
        "v2",
        "Platform API, version 2",
        WITHOUT_VERSION + CONVENTIONS,
        version -> version.isEmpty() || version.equals("v2"));
  }

  @Test
  void theDocumentOfTheOtherNameOfTheVersionIsTheReviewedOne() throws IOException {
    assertDocument(
        "v2beta1",
        "Platform API, version 2 under its beta name",
        BETA + CONVENTIONS,
        "v2beta1"::equals);
  }

  @Test
  void theFilesAreThoseOfTheDocument() throws IOException {
    List<FileSet> files = new ArrayList<>(List.of(V2Module.DOCUMENTS, Explorer.FILES));
    files.addAll(ConsoleSources.files());

    assertFiles(files);
  }

  @Test
  void theServicesAreCalledAsTheContractCallsThemInBothNamesOfTheVersion() {
    assertThat(services().stream().flatMap(service -> service.names().stream()))
        .containsExactlyInAnyOrder(
            "platform.iam.v2.GroupsService",
            "platform.iam.v2beta1.GroupsService",
            "platform.iam.v2.IdentitiesService",
            "platform.iam.v2beta1.IdentitiesService",
            "platform.iam.v2.RolesService",
            "platform.iam.v2beta1.RolesService",
            "platform.iam.v2.RoleBindingsService",
            "platform.iam.v2.GroupInvitesService",
            "platform.iam.v2beta1.GroupInvitesService",
            "platform.iam.v2beta1.RoleBindingsService",
            "platform.registry.v2.TagsService",
            "platform.registry.v2beta1.TagsService",
            "platform.libraries.v2.ArtifactsService",
            "platform.libraries.v2beta1.ArtifactsService",
            "platform.vulnerabilities.v2.AdvisoriesService",
            "platform.vulnerabilities.v2beta1.AdvisoriesService",
            "platform.hub.ImportsService",
            "platform.hub.SourcesService",
            "platform.hub.FeedsService",
            "platform.oidc.SecurityTokenService",
            "platform.operator.OperatorsService",
            "platform.operator.RegistryNamesService",
            "platform.ping.v2.PingService",
            "platform.ping.v2beta1.PingService",
            "platform.registry.images.ImageUploadsService",
            "platform.registry.names.RepositoriesService",
            "platform.registry.v2.ImagesService",
            "platform.registry.v2beta1.ImagesService",
            "platform.registry.v2.ReposService",
            "platform.registry.v2beta1.ReposService",
            "platform.auth.Auth",
            "platform.iam.v2.IdentityProvidersService",
            "platform.iam.v2beta1.IdentityProvidersService",
            "platform.iam.v2.AccountAssociationsService",
            "platform.iam.v2beta1.AccountAssociationsService",
            "platform.advisory.v2.SecurityAdvisoryService",
            "platform.advisory.v2beta1.SecurityAdvisoryService",
            "platform.events.v2.SubscriptionsService",
            "platform.events.v2beta1.SubscriptionsService");
  }
}
