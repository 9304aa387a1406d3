package local.platform.web.rest;

import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import local.platform.access.authn.Authenticator;
import local.platform.foundation.injection.SingleInstance;
import local.platform.web.observability.OperationMetrics;
import local.platform.web.upload.Uploads;

/**
 * The services that every REST call needs. They are injected once: to inject EJBs into the bean of
 * each call would take a look-up in JNDI each time.
 */
@SingleInstance
class RestServices {
  @EJB private Authenticator authenticator;
  @EJB private Uploads uploads;
  @Inject private OperationMetrics metrics;

  Authenticator authenticator() {
    return authenticator;
  }

  Uploads uploads() {
    return uploads;
  }

  OperationMetrics metrics() {
    return metrics;
  }
}
