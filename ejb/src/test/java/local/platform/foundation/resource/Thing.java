package local.platform.foundation.resource;

import local.platform.foundation.uid.Uid;

/** What there is to see of a box, or of what lies in it. */
record Thing(Uid uid, long version) implements Resource {}
