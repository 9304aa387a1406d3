package local.platform.web.v2;

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
public class V2Module {
  @EJB private WebModules modules;

  @PostConstruct
  void register() {
    modules.register(new WebModule("v2", true, List.of()));
  }
}
