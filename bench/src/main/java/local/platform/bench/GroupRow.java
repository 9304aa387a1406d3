package local.platform.bench;

import com.google.protobuf.Timestamp;
import java.time.Instant;
import local.platform.proto.iam.v2.Group;

/**
 * The columns of a group that are read and answered with.
 *
 * @param uid its uid
 * @param name its name
 * @param description its description
 * @param createTime when it was created
 * @param updateTime when it was last changed
 */
public record GroupRow(
    String uid, String name, String description, Instant createTime, Instant updateTime) {

  /** The message that the product answers with, too. */
  Group message() {
    return Group.newBuilder()
        .setUid(uid)
        .setName(name)
        .setDescription(description)
        .setCreateTime(timestamp(createTime))
        .setUpdateTime(timestamp(updateTime))
        .build();
  }

  private static Timestamp timestamp(Instant instant) {
    return Timestamp.newBuilder()
        .setSeconds(instant.getEpochSecond())
        .setNanos(instant.getNano())
        .build();
  }
}
