package local.platform.resource;

import java.time.Instant;
import java.util.Optional;
import local.platform.uid.Uid;

/**
 * The creation, change or deletion of one row. A change to what is there already is one too: then
 * before and after are equal.
 *
 * @param kind what errors call the kind, such as {@code Group}
 * @param uid the uid that is the row's key; that of an operator is its identity's
 * @param before what the row held before; empty if it is created
 * @param after what the row holds now; empty if it is deleted
 * @param shown what the caller is answered, which may tell more than the row; empty if it is told
 *     nothing of this row
 * @param implied whether it follows from what was asked for: the owner that a new organization
 *     gets, the role bindings that are deleted with their group
 * @param author who makes it
 * @param time when; the same for all changes of one write
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
