package local.platform.web.v2;

import local.platform.web.testing.ProtoComments;

class ProtoCommentsTest extends ProtoComments {}
