package local.platform.foundation.resource;

import local.platform.foundation.uid.Uid;

/** A box, or something in it, as callers see it. */
record Thing(Uid uid, long version) implements Resource {}
