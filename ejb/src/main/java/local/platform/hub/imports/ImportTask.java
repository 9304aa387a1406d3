package local.platform.hub.imports;

import local.platform.access.authz.Caller;
import local.platform.foundation.uid.Uid;

/**
 * An import that was started.
 *
 * @param uid its uid
 * @param place its place, with the file
 * @param caller who started it
 * @param format reads and stores the records
 * @param <R> a record
 */
record ImportTask<R extends ImportRecord>(
    Uid uid, ImportPlace place, Caller caller, RecordFormat<R> format) {}
