package local.platform.web.v1;

import local.platform.web.testing.ProtoComments;

class V1ProtoCommentsTest extends ProtoComments {}
