package local.platform.web.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;

/** Checks the packages of every web module. */
public final class PackageRules {
  private PackageRules() {}

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    assertThat(classes.stream().map(JavaClass::getPackage).distinct())
        .isNotEmpty()
        .filteredOn(each -> !each.isAnnotatedWith(NullMarked.class))
        .extracting(JavaPackage::getName)
        .isEmpty();
  }

  /** Modules have different class loaders, which would break package-private access. */
  @ArchTest
  static void noPackageIsInTwoModules(JavaClasses classes) {
    Map<String, Set<String>> modules =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests()).importPackages("local.platform").stream()
                .filter(type -> !type.getPackageName().contains(".testing"))
                .collect(
                    Collectors.groupingBy(
                        JavaClass::getPackageName,
                        Collectors.mapping(PackageRules::module, Collectors.toSet())));

    assertThat(modules.keySet()).containsAll(packages(classes)).hasSizeGreaterThan(10);
    assertThat(modules).allSatisfy((name, found) -> assertThat(found).as(name).hasSize(1));
  }

  private static Set<String> packages(JavaClasses classes) {
    return classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
  }

  private static String module(JavaClass type) {
    String uri = type.getSource().orElseThrow().getUri().toString();
    return uri.substring(0, uri.lastIndexOf("local/platform/"));
  }
}
