package local.platform.startup;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import local.platform.authz.Narrowing;
import local.platform.config.Configuration;
import local.platform.file.PrivateFiles;
import local.platform.startup.Bootstrap.Installation;
import local.platform.token.AccessToken;
import local.platform.token.IssuedToken;
import local.platform.token.TokenIssuer;

/** Writes the files by which somebody who tries the server out gets in, at each start anew. */
@Dependent
public class QuickStartFiles {
  /** Name of the file that holds a token of the bootstrap identity. */
  public static final String TOKEN = "bootstrap-token";

  /** Name of the file that holds the uid of the organization. */
  public static final String ORGANIZATION = "bootstrap-organization";

  /** Name of the file that holds the uid of the identity. */
  public static final String IDENTITY = "bootstrap-identity";

  private final Configuration configuration;
  private final TokenIssuer tokens;

  @Inject
  public QuickStartFiles(Configuration configuration, TokenIssuer tokens) {
    this.configuration = configuration;
    this.tokens = tokens;
  }

  void write(Installation installation) throws IOException {
    Path directory = configuration.dataDirectory();
    List<String> audiences = configuration.tokens().audiences();
    IssuedToken token =
        tokens.issue(installation.identity(), audiences, Narrowing.NONE, AccessToken.MAX_LIFETIME);
    PrivateFiles.write(directory.resolve(TOKEN), token.text());
    PrivateFiles.write(directory.resolve(ORGANIZATION), installation.organization().value());
    PrivateFiles.write(directory.resolve(IDENTITY), installation.identity().value());
  }
}
