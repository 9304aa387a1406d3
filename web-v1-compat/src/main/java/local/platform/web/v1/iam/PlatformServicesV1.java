package local.platform.web.v1.iam;

import java.util.Optional;
import local.platform.foundation.error.FieldViolations;
import local.platform.iam.identity.PlatformService;
import local.platform.proto.iam.v1.ServicePrincipal;

/** Converts services of the platform between the enum of version 1 and that of the records. */
final class PlatformServicesV1 {
  private PlatformServicesV1() {}

  static ServicePrincipal message(PlatformService service) {
    return switch (service) {
      case COSIGNED -> ServicePrincipal.COSIGNED;
      case INGESTER -> ServicePrincipal.INGESTER;
      case CATALOG_SYNCER -> ServicePrincipal.CATALOG_SYNCER;
      case APKO_BUILDER -> ServicePrincipal.APKO_BUILDER;
      case ENTITLEMENT_SYNCER -> ServicePrincipal.ENTITLEMENT_SYNCER;
      case TENANT_SCANNER -> ServicePrincipal.TENANT_SCANNER;
      case SEDIMENTOLOGY -> ServicePrincipal.SEDIMENTOLOGY;
      case SKILLUP -> ServicePrincipal.SKILLUP;
      case MATERIALIZER -> ServicePrincipal.MATERIALIZER;
      case MICROFLOW -> ServicePrincipal.MICROFLOW;
      case GUARDENER -> ServicePrincipal.GUARDENER;
      case MICROVM -> ServicePrincipal.MICROVM;
      case SKILLS -> ServicePrincipal.SKILLS;
    };
  }

  /** Returns the service; empty for none. An unknown number is added to the violations. */
  static Optional<PlatformService> read(ServicePrincipal message, FieldViolations violations) {
    return switch (message) {
      case UNKNOWN -> Optional.empty();
      case COSIGNED -> Optional.of(PlatformService.COSIGNED);
      case INGESTER -> Optional.of(PlatformService.INGESTER);
      case CATALOG_SYNCER -> Optional.of(PlatformService.CATALOG_SYNCER);
      case APKO_BUILDER -> Optional.of(PlatformService.APKO_BUILDER);
      case ENTITLEMENT_SYNCER -> Optional.of(PlatformService.ENTITLEMENT_SYNCER);
      case TENANT_SCANNER -> Optional.of(PlatformService.TENANT_SCANNER);
      case SEDIMENTOLOGY -> Optional.of(PlatformService.SEDIMENTOLOGY);
      case SKILLUP -> Optional.of(PlatformService.SKILLUP);
      case MATERIALIZER -> Optional.of(PlatformService.MATERIALIZER);
      case MICROFLOW -> Optional.of(PlatformService.MICROFLOW);
      case GUARDENER -> Optional.of(PlatformService.GUARDENER);
      case MICROVM -> Optional.of(PlatformService.MICROVM);
      case SKILLS -> Optional.of(PlatformService.SKILLS);
      case UNRECOGNIZED -> {
        violations.add("servicePrincipal", "must be one of the names of ServicePrincipal");
        yield Optional.empty();
      }
    };
  }
}
