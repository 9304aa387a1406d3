package local.platform.web.v1.advisory;

import local.platform.proto.advisory.v1.Advisory;
import local.platform.proto.advisory.v1.Detection;
import local.platform.proto.advisory.v1.Document;
import local.platform.proto.advisory.v1.Event;
import local.platform.proto.advisory.v1.FalsePositiveDetermination;
import local.platform.vulnerability.advisory.EventData;
import local.platform.vulnerability.advisory.EventData.AnalysisNotPlanned;
import local.platform.vulnerability.advisory.EventData.FalsePositive;
import local.platform.vulnerability.advisory.EventData.FixNotPlanned;
import local.platform.vulnerability.advisory.EventData.Fixed;
import local.platform.vulnerability.advisory.EventData.ManualDetection;
import local.platform.vulnerability.advisory.EventData.NvdDetection;
import local.platform.vulnerability.advisory.EventData.PendingUpstreamFix;
import local.platform.vulnerability.advisory.EventData.ScanDetection;
import local.platform.vulnerability.advisory.EventData.TruePositive;
import local.platform.vulnerability.advisory.FalsePositiveReason;
import local.platform.vulnerability.feed.DocumentAdvisory;
import local.platform.web.endpoint.Timestamps;

/** Writes documents of version 1. */
final class DocumentV1Mapper {
  private DocumentV1Mapper() {}

  /** Returns the part of a document that is one advisory. */
  static Document part(DocumentAdvisory advisory) {
    Advisory.Builder message =
        Advisory.newBuilder()
            .setId(advisory.id())
            .addAllAliases(advisory.aliases())
            .setPackageNamespace(advisory.packageNamespace());
    advisory.events().forEach(event -> message.addEvents(message(event)));
    return Document.newBuilder().setId(advisory.document()).addAdvisories(message).build();
  }

  private static Event message(DocumentAdvisory.Event event) {
    Event.Builder message = Event.newBuilder().setTimestamp(Timestamps.message(event.time()));
    write(event.data(), message);
    return message.build();
  }

  private static void write(EventData data, Event.Builder message) {
    switch (data.type()) {
      case DETECTION -> message.setDetection(detection((EventData.Detection) data));
      case TRUE_POSITIVE_DETERMINATION ->
          message.getTruePositiveDeterminationBuilder().setNote(((TruePositive) data).note());
      case FIXED -> write((Fixed) data, message);
      case FALSE_POSITIVE_DETERMINATION ->
          message
              .getFalsePositiveDeterminationBuilder()
              .setType(type(((FalsePositive) data).reason()))
              .setNote(((FalsePositive) data).note());
      case ANALYSIS_NOT_PLANNED ->
          message.getAnalysisNotPlannedBuilder().setNote(((AnalysisNotPlanned) data).note());
      case FIX_NOT_PLANNED ->
          message.getFixNotPlannedBuilder().setNote(((FixNotPlanned) data).note());
      case PENDING_UPSTREAM_FIX ->
          message.getPendingUpstreamFixBuilder().setNote(((PendingUpstreamFix) data).note());
      case PATCHED, COMPONENT_LOCATION_CHANGED ->
          throw new IllegalArgumentException("documents do not know " + data.type());
    }
  }

  private static void write(Fixed fixed, Event.Builder message) {
    message
        .getFixedBuilder()
        .setFixedVersion(fixed.fixedVersion())
        .setScannerVersion(fixed.scannerVersion())
        .setGrypeDbBuilt(fixed.grypeDbBuilt())
        .setGrypeDbChecksum(fixed.grypeDbChecksum());
  }

  private static Detection detection(EventData.Detection data) {
    Detection.Builder message = Detection.newBuilder();
    if (data instanceof NvdDetection nvd) {
      message.getNvdapiBuilder().setCpeSearched(nvd.cpeSearched()).setCpeFound(nvd.cpeFound());
    } else if (data instanceof ManualDetection) {
      message.setManual(Detection.DetectionTypeManual.getDefaultInstance());
    } else if (data instanceof ScanDetection scan) {
      message
          .getScanv1Builder()
          .setScanner(scan.scanner())
          .setSubpackageName(scan.subpackage())
          .setComponentId(scan.componentId())
          .setComponentName(scan.component())
          .setComponentVersion(scan.componentVersion())
          .setComponentType(scan.componentType())
          .setComponentLocation(scan.componentLocation())
          .setArtifactVersion(scan.artifactVersion())
          .setScannerVersion(scan.scannerVersion())
          .setGrypeDbBuilt(scan.grypeDbBuilt())
          .setGrypeDbChecksum(scan.grypeDbChecksum());
    }
    return message.build();
  }

  private static FalsePositiveDetermination.Type type(FalsePositiveReason reason) {
    return FalsePositiveDetermination.Type.valueOf("FPT_TYPE_" + reason.name());
  }
}
