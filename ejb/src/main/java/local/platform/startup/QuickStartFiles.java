package local.platform.startup;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import local.platform.access.authz.Narrowing;
import local.platform.access.token.AccessToken;
import local.platform.access.token.IssuedToken;
import local.platform.access.token.TokenIssuer;
import local.platform.access.token.TokenSubject;
import local.platform.config.Configuration;
import local.platform.file.PrivateFiles;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.ExchangeTarget;
import local.platform.iam.identity.ExchangeTargets;
import local.platform.startup.Bootstrap.Installation;

/** Writes the credentials of the quick start into files, anew at each start. */
@Dependent
public class QuickStartFiles {
  /** Name of the file with a token of the bootstrap identity. */
  public static final String TOKEN = "bootstrap-token";

  /** Name of the file with the uid of the organization. */
  public static final String ORGANIZATION = "bootstrap-organization";

  /** Name of the file with the uid of the identity. */
  public static final String IDENTITY = "bootstrap-identity";

  private final Configuration configuration;
  private final TokenIssuer tokens;
  private final ExchangeTargets targets;
  private final Transactions transactions;

  @Inject
  public QuickStartFiles(
      Configuration configuration,
      TokenIssuer tokens,
      ExchangeTargets targets,
      Transactions transactions) {
    this.configuration = configuration;
    this.tokens = tokens;
    this.targets = targets;
    this.transactions = transactions;
  }

  void write(Installation installation) throws IOException {
    Path directory = configuration.dataDirectory();
    List<String> audiences = configuration.tokens().audiences();
    Uid identity = installation.identity();
    TokenSubject subject =
        transactions
            .read(() -> targets.find(identity))
            .map(ExchangeTarget::subject)
            // The identity was deleted: the token is issued all the same, and requests with it are
            // refused.
            .orElseGet(() -> new TokenSubject(identity, 0));
    IssuedToken token = tokens.issue(subject, audiences, Narrowing.NONE, AccessToken.MAX_LIFETIME);
    PrivateFiles.write(directory.resolve(TOKEN), token.text());
    PrivateFiles.write(directory.resolve(ORGANIZATION), installation.organization().value());
    PrivateFiles.write(directory.resolve(IDENTITY), identity.value());
  }
}
