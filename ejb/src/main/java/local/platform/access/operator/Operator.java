package local.platform.access.operator;

import java.time.Instant;
import local.platform.foundation.uid.Uid;

/**
 * An identity that operates the deployment.
 *
 * @param identity uid of the identity, from any organization
 * @param createTime when it became an operator
 */
public record Operator(Uid identity, Instant createTime) {}
