package local.platform.web.v1.iam.group;

import java.util.Optional;
import local.platform.iam.group.Group;
import local.platform.iam.group.GroupQuery;
import local.platform.proto.iam.v1.GroupFilter;
import local.platform.uid.Uid;
import local.platform.uid.UidpFilter;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.UidpFilters;

/** Between the messages of version 1 and the records of the group service. */
final class GroupV1Mapper {
  private GroupV1Mapper() {}

  static local.platform.proto.iam.v1.Group message(Group group) {
    return local.platform.proto.iam.v1.Group.newBuilder()
        .setId(group.uid().value())
        .setName(group.name())
        .setDescription(group.description())
        .build();
  }

  /** Version 1 reads one group by a list with its id. */
  static GroupQuery query(Call call, GroupFilter filter) {
    UidpFilter uidp = UidpFilters.filter(call, filter.getUidp());
    Optional<Uid> id = call.optionalUid("id", filter.getId());
    Optional<String> name = Optional.of(filter.getName()).filter(text -> !text.isEmpty());
    return new GroupQuery(id.map(uidp::only).orElse(uidp), name);
  }
}
