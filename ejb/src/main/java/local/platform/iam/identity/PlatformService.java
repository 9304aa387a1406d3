package local.platform.iam.identity;

/** The services of the platform that identities can stand for, with the names of the API. */
public enum PlatformService {
  COSIGNED,
  INGESTER,
  CATALOG_SYNCER,
  APKO_BUILDER,
  ENTITLEMENT_SYNCER,
  TENANT_SCANNER,
  SEDIMENTOLOGY,
  SKILLUP,
  MATERIALIZER,
  MICROFLOW,
  GUARDENER,
  MICROVM,
  SKILLS
}
