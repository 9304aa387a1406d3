package local.platform.web.v2.iam;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.iam.identity.PlatformService;
import local.platform.proto.iam.v2.ServicePrincipal;

/** Converts services of the platform between the enum of version 2 and that of the records. */
final class PlatformServices {
  private PlatformServices() {}

  static ServicePrincipal message(PlatformService service) {
    return switch (service) {
      case COSIGNED -> ServicePrincipal.SERVICE_PRINCIPAL_COSIGNED;
      case INGESTER -> ServicePrincipal.SERVICE_PRINCIPAL_INGESTER;
      case CATALOG_SYNCER -> ServicePrincipal.SERVICE_PRINCIPAL_CATALOG_SYNCER;
      case APKO_BUILDER -> ServicePrincipal.SERVICE_PRINCIPAL_APKO_BUILDER;
      case ENTITLEMENT_SYNCER -> ServicePrincipal.SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER;
      case TENANT_SCANNER -> ServicePrincipal.SERVICE_PRINCIPAL_TENANT_SCANNER;
      case SEDIMENTOLOGY -> ServicePrincipal.SERVICE_PRINCIPAL_SEDIMENTOLOGY;
      case SKILLUP -> ServicePrincipal.SERVICE_PRINCIPAL_SKILLUP;
      case MATERIALIZER -> ServicePrincipal.SERVICE_PRINCIPAL_MATERIALIZER;
      case MICROFLOW -> ServicePrincipal.SERVICE_PRINCIPAL_MICROFLOW;
      case GUARDENER -> ServicePrincipal.SERVICE_PRINCIPAL_GUARDENER;
      case MICROVM -> ServicePrincipal.SERVICE_PRINCIPAL_MICROVM;
      case SKILLS -> ServicePrincipal.SERVICE_PRINCIPAL_SKILLS;
    };
  }

  /** Returns the service; empty for none. An unknown number is added to the violations. */
  static Optional<PlatformService> read(ServicePrincipal message, FieldViolations violations) {
    return switch (message) {
      case SERVICE_PRINCIPAL_UNSPECIFIED -> Optional.empty();
      case SERVICE_PRINCIPAL_COSIGNED -> Optional.of(PlatformService.COSIGNED);
      case SERVICE_PRINCIPAL_INGESTER -> Optional.of(PlatformService.INGESTER);
      case SERVICE_PRINCIPAL_CATALOG_SYNCER -> Optional.of(PlatformService.CATALOG_SYNCER);
      case SERVICE_PRINCIPAL_APKO_BUILDER -> Optional.of(PlatformService.APKO_BUILDER);
      case SERVICE_PRINCIPAL_ENTITLEMENT_SYNCER -> Optional.of(PlatformService.ENTITLEMENT_SYNCER);
      case SERVICE_PRINCIPAL_TENANT_SCANNER -> Optional.of(PlatformService.TENANT_SCANNER);
      case SERVICE_PRINCIPAL_SEDIMENTOLOGY -> Optional.of(PlatformService.SEDIMENTOLOGY);
      case SERVICE_PRINCIPAL_SKILLUP -> Optional.of(PlatformService.SKILLUP);
      case SERVICE_PRINCIPAL_MATERIALIZER -> Optional.of(PlatformService.MATERIALIZER);
      case SERVICE_PRINCIPAL_MICROFLOW -> Optional.of(PlatformService.MICROFLOW);
      case SERVICE_PRINCIPAL_GUARDENER -> Optional.of(PlatformService.GUARDENER);
      case SERVICE_PRINCIPAL_MICROVM -> Optional.of(PlatformService.MICROVM);
      case SERVICE_PRINCIPAL_SKILLS -> Optional.of(PlatformService.SKILLS);
      case UNRECOGNIZED -> {
        violations.add("servicePrincipal", "must be one of the names of ServicePrincipal");
        yield Optional.empty();
      }
    };
  }
}
