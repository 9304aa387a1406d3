package local.platform.web.operator;

import local.platform.proto.operator.RegistryNamespace;
import local.platform.proto.operator.Tombstone;
import local.platform.web.endpoint.Timestamps;

/** Converts the records of namespaces and tombstones to messages. */
final class RegistryNamesMapper {
  private RegistryNamesMapper() {}

  static RegistryNamespace message(local.platform.registry.name.RegistryNamespace namespace) {
    return RegistryNamespace.newBuilder()
        .setName(namespace.name())
        .setGroupUid(namespace.group().value())
        .setCreateTime(Timestamps.message(namespace.createTime()))
        .build();
  }

  static Tombstone message(local.platform.registry.name.Tombstone tombstone) {
    return Tombstone.newBuilder()
        .setName(tombstone.pullName())
        .setRepoUid(tombstone.repo().value())
        .setGroupUid(tombstone.group().value())
        .setDeleteTime(Timestamps.message(tombstone.deleteTime()))
        .build();
  }
}
