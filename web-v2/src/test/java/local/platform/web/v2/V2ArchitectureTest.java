package local.platform.web.v2;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.persistence.Entity;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@AnalyzeClasses(packages = "local.platform.web.v2", importOptions = DoNotIncludeTests.class)
class V2ArchitectureTest {
  @ArchTest
  static final ArchRule knowsNothingOfVersionOne =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("local.platform.web.v1..", "local.platform.proto.iam.v1..");

  @ArchTest
  static final ArchRule seesNoEntitiesAndNoRepositories =
      noClasses()
          .should()
          .dependOnClassesThat(
              describe(
                  "are entities or repositories",
                  (JavaClass type) ->
                      type.isAnnotatedWith(Entity.class)
                          || type.getSimpleName().endsWith("Repository")));

  @ArchTest
  static final ArchRule mappersAreStaticFunctions =
      classes()
          .that()
          .haveSimpleNameEndingWith("Mapper")
          .should()
          .haveOnlyPrivateConstructors()
          .andShould()
          .haveOnlyFinalFields();

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    assertThat(classes.stream().map(JavaClass::getPackage).distinct())
        .isNotEmpty()
        .filteredOn(each -> !each.isAnnotatedWith(NullMarked.class))
        .extracting(JavaPackage::getName)
        .isEmpty();
  }

  /** The modules load in different class loaders, and package-private must mean something. */
  @Test
  void noPackageIsInTwoModules() {
    Map<String, Set<String>> modules =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("local.platform").stream()
                .filter(type -> !type.getPackageName().contains(".testing"))
                .collect(
                    Collectors.groupingBy(
                        JavaClass::getPackageName,
                        Collectors.mapping(V2ArchitectureTest::module, Collectors.toSet())));

    assertThat(modules).hasSizeGreaterThan(10);
    assertThat(modules).allSatisfy((name, found) -> assertThat(found).as(name).hasSize(1));
  }

  private static String module(JavaClass type) {
    String uri = type.getSource().orElseThrow().getUri().toString();
    return uri.substring(0, uri.lastIndexOf("local/platform/"));
  }
}
