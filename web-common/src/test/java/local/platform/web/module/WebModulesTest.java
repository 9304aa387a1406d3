package local.platform.web.module;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import local.platform.web.module.WebModules.WebModule;
import org.junit.jupiter.api.Test;

class WebModulesTest {
  private final WebModules modules = new WebModules();

  @Test
  void theServerIsCompleteOnceTheRootModuleHasRegistered() {
    assertThat(modules.complete()).isFalse();

    modules.register(new WebModule("v1", false, List.of(), List.of(), Set.of()));
    assertThat(modules.complete()).isFalse();

    modules.register(new WebModule("v2", true, List.of(), List.of(), Set.of()));
    assertThat(modules.complete()).isTrue();
    assertThat(modules.registered()).extracting(WebModule::name).containsExactly("v1", "v2");
  }
}
