package local.platform.access.aws;

/**
 * The signer of a request, as AWS tells it.
 *
 * @param account the number of the account, twelve digits
 * @param arn the ARN of the user, or of the session of a role
 * @param userId the user id
 * @param audience the audience that the request names
 */
public record AwsCaller(String account, String arn, String userId, String audience) {}
