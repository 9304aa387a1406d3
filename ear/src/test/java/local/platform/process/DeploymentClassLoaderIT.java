package local.platform.process;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector.Argument;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.ClassPrepareRequest;
import java.util.List;
import java.util.Map;
import local.platform.contract.testing.PlatformProcess;
import local.platform.contract.testing.PlatformProcess.Packaging;
import org.junit.jupiter.api.Test;

/**
 * Payara keeps the class loader of a deployment only by a weak reference at first. What mends that
 * is in the jar only.
 */
class DeploymentClassLoaderIT {
  private static final String DEPLOYMENT = "org.glassfish.deployment.common.DeploymentContextImpl";

  private static final int PATIENCE_MILLIS = 120_000;

  @Test
  void aCollectionDuringTheDeploymentDoesNotTakeTheClassLoaderAway() throws Exception {
    ListeningConnector connector =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(candidate -> candidate.transport().name().equals("dt_socket"))
            .findAny()
            .orElseThrow();
    Map<String, Argument> arguments = connector.defaultArguments();
    arguments.get("localAddress").setValue("127.0.0.1");
    arguments.get("timeout").setValue(String.valueOf(PATIENCE_MILLIS));
    String address = connector.startListening(arguments);
    try (PlatformProcess server =
        PlatformProcess.in(Packaging.JAR, "deployment-class-loader")
            .empty()
            .quickStart()
            .with("JAVA_TOOL_OPTIONS", "-agentlib:jdwp=transport=dt_socket,address=" + address)
            .launch()) {
      collectWhenTheLoaderIsMade(connector.accept(arguments));

      server.awaitReady();
    } finally {
      connector.stopListening(arguments);
    }
  }

  private static void collectWhenTheLoaderIsMade(VirtualMachine machine) throws Exception {
    ClassPrepareRequest loaded = machine.eventRequestManager().createClassPrepareRequest();
    loaded.addClassFilter(DEPLOYMENT);
    loaded.enable();
    machine.resume();
    while (true) {
      EventSet events = machine.eventQueue().remove();
      for (Event event : events) {
        if (event instanceof ClassPrepareEvent prepared) {
          stopWhenTheLoaderIsMade(machine, prepared.referenceType());
        } else if (event instanceof BreakpointEvent stopped) {
          collect(machine, stopped.thread());
          machine.dispose();
          return;
        }
      }
      events.resume();
    }
  }

  private static void stopWhenTheLoaderIsMade(VirtualMachine machine, ReferenceType type)
      throws AbsentInformationException {
    List<Location> lines =
        type.methodsByName("createDeploymentClassLoader").get(0).allLineLocations();
    machine.eventRequestManager().createBreakpointRequest(lines.get(lines.size() - 1)).enable();
  }

  private static void collect(VirtualMachine machine, ThreadReference thread) throws Exception {
    ClassType system = (ClassType) machine.classesByName("java.lang.System").get(0);
    system.invokeMethod(
        thread,
        system.concreteMethodByName("gc", "()V"),
        List.of(),
        ClassType.INVOKE_SINGLE_THREADED);
  }
}
