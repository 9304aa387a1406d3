package local.platform.web;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.persistence.Entity;
import local.platform.web.testing.PackageRules;

@AnalyzeClasses(packages = "local.platform.web", importOptions = DoNotIncludeTests.class)
class WebCommonArchitectureTest {
  @ArchTest
  static final ArchRule knowsNoVersion =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "local.platform.web.v1..", "local.platform.web.v2..", "local.platform.proto.iam..");

  @ArchTest
  static final ArchRule seesNoEntities =
      noClasses()
          .should()
          .dependOnClassesThat(
              describe("are entities", (JavaClass type) -> type.isAnnotatedWith(Entity.class)));

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("local.platform.web.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyTheEdgeKnowsHttp =
      noClasses()
          .that()
          .resideInAnyPackage(
              "local.platform.web.json..",
              "local.platform.web.endpoint..",
              "local.platform.web.error..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.ws.rs..", "jakarta.servlet..", "io.grpc..");

  @ArchTest static final ArchTests holdsForEveryModule = ArchTests.in(PackageRules.class);
}
