package local.platform.foundation.resource;

import java.time.Instant;
import java.util.Optional;
import local.platform.foundation.uid.Uid;

/**
 * The creation, update or deletion of one row. An update that changes nothing counts too: then
 * before and after are equal.
 *
 * @param kind what errors call the kind, such as {@code Group}
 * @param uid the key of the row; for an operator, the uid of its identity
 * @param before what the row held before; empty if it is created
 * @param after what the row holds now; empty if it is deleted
 * @param shown what the answer to the caller shows, which may be more than the row; empty if the
 *     answer does not show this row
 * @param implied whether the caller did not request this change but it follows from the one
 *     requested: the owner of a new organization, the role bindings that are deleted with their
 *     group
 * @param author who makes the change
 * @param time when it was made; the same for all changes of one write
 */
public record Change(
    String kind,
    Uid uid,
    Optional<Record> before,
    Optional<Record> after,
    Optional<Resource> shown,
    boolean implied,
    Author author,
    Instant time) {}
