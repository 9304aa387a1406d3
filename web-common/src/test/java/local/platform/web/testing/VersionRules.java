package local.platform.web.testing;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.google.protobuf.MessageOrBuilder;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.persistence.Entity;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;

/** Checks the module of a version, which must only translate. */
public final class VersionRules {
  private VersionRules() {}

  @ArchTest
  static final ArchRule seesNoEntitiesAndNoRepositories =
      noClasses()
          .should()
          .dependOnClassesThat(
              describe(
                  "are entities or repositories",
                  (JavaClass type) ->
                      type.isAnnotatedWith(Entity.class)
                          || (type.getSimpleName().endsWith("Repository")
                              && !type.isAssignableTo(MessageOrBuilder.class))));

  @ArchTest
  static final ArchRule reachesNoDatabase =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..",
              "javax.sql..",
              "jakarta.persistence..",
              "jakarta.transaction..",
              "org.hibernate..",
              "local.platform.db..",
              "local.platform.foundation.persistence..",
              "local.platform.foundation.transaction..");

  @ArchTest
  static final ArchRule asksForListsAndDoesNotMakeThem =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("local.platform.foundation.paging")
                  .and(not(belongToAnyOf(Page.class, PageRequest.class, Window.class)))
                  .as("find what is in a list"));

  @ArchTest
  static final ArchRule areasHaveNoCycles =
      slices().matching("local.platform.web.v*.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule mappersAreStaticFunctions =
      classes()
          .that()
          .haveSimpleNameEndingWith("Mapper")
          .should()
          .haveOnlyPrivateConstructors()
          .andShould()
          .haveOnlyFinalFields();
}
