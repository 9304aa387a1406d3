package local.platform.web.v1;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import java.util.List;
import local.platform.web.module.WebModules;
import local.platform.web.module.WebModules.WebModule;

/** Registers this module. */
@Singleton
@Startup
public class V1Module {
  @EJB private WebModules modules;

  @PostConstruct
  void register() {
    modules.register(new WebModule("v1", false, List.of()));
  }
}
