package local.platform.web.v1.endpoint;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.FieldMasks;
import local.platform.web.json.JsonFields;

/** Reads the masks of updates that have one beside their message. */
public final class UpdateMasks {
  private UpdateMasks() {}

  /**
   * Returns the fields that an update is to change, by their JSON names; a part of a field counts
   * as the whole. Paths that do not exist are added to the violations.
   *
   * @param resource type of the message
   * @return empty if there is no mask, or one that stands for all fields
   */
  public static Optional<Set<String>> fields(Call call, Descriptor resource) {
    FieldMasks.resolve(call.updateMask(), resource, call.violations());
    if (call.updateMask().getPathsCount() == 0 || FieldMasks.isAll(call.updateMask())) {
      return Optional.empty();
    }
    return Optional.of(
        call.updateMask().getPathsList().stream()
            .map(path -> path.split("\\.", 2)[0])
            .flatMap(name -> JsonFields.find(resource, name).stream())
            .map(FieldDescriptor::getJsonName)
            .collect(Collectors.toSet()));
  }
}
