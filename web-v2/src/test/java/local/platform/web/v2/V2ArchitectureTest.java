package local.platform.web.v2;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import local.platform.web.testing.PackageRules;
import local.platform.web.testing.VersionRules;

@AnalyzeClasses(
    packages = {
      "local.platform.web.v2",
      "local.platform.web.root",
      "local.platform.web.operator",
      "local.platform.web.registry",
      "local.platform.web.hub",
      "local.platform.web.feed"
    },
    importOptions = DoNotIncludeTests.class)
class V2ArchitectureTest {
  @ArchTest static final ArchTests holdsForEveryVersion = ArchTests.in(VersionRules.class);
  @ArchTest static final ArchTests holdsForEveryModule = ArchTests.in(PackageRules.class);

  @ArchTest
  static final ArchRule servicesWithoutAVersionKnowNothingOfVersionTwo =
      noClasses()
          .that()
          .resideOutsideOfPackage("local.platform.web.v2..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("local.platform.web.v2..");

  @ArchTest
  static final ArchRule knowsNothingOfVersionOne =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("local.platform.web.v1..", "local.platform.proto..v1..");
}
