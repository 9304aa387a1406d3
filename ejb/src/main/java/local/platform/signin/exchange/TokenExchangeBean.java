package local.platform.signin.exchange;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import local.platform.access.token.IssuedToken;
import local.platform.access.token.TokenIssuer;
import local.platform.config.Configuration;
import local.platform.config.TokenSettings;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.transaction.Cancellation;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.identity.ExchangeTarget;
import local.platform.iam.identity.ExchangeTargets;

/** Implements {@link TokenExchange}. */
@Stateless
@Local(TokenExchange.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class TokenExchangeBean implements TokenExchange {
  private static final Logger LOG = System.getLogger(TokenExchangeBean.class.getName());

  private final ExchangeTargets targets;
  private final Credentials credentials;
  private final TokenIssuer issuer;
  private final TokenSettings settings;
  private final Transactions transactions;
  private final Clock clock;

  @Inject
  public TokenExchangeBean(
      ExchangeTargets targets,
      Credentials credentials,
      TokenIssuer issuer,
      Configuration configuration,
      Transactions transactions,
      Clock clock) {
    this.targets = targets;
    this.credentials = credentials;
    this.issuer = issuer;
    this.settings = configuration.tokens();
    this.transactions = transactions;
    this.clock = clock;
  }

  @Override
  public IssuedToken exchange(Exchange exchange) {
    Uid identity =
        exchange
            .identity()
            .orElseThrow(
                () ->
                    PlatformException.invalidArgument(
                        "identity", "identity is required: the uid of the identity to act as"));
    List<String> audiences = audiences(exchange);
    Credential credential = credentials.read(exchange.upstreamToken());
    Optional<ExchangeTarget> found = transactions.read(() -> targets.find(identity));
    if (found.isEmpty()) {
      credential.verifyInVain(identity);
      throw Refusal.denied();
    }
    ExchangeTarget target = found.get();
    Brought brought = credential.verify(target);
    IssuedToken issued =
        Refusal.deniedIfUnauthenticated(
            () ->
                issuer.exchange(
                    target.subject(),
                    audiences,
                    brought.narrowing().and(exchange.narrowing()),
                    brought.latestExpiry(),
                    brought.actor()));
    credential.confirm();
    noteSeen(target);
    return issued;
  }

  private List<String> audiences(Exchange exchange) {
    if (exchange.audiences().isEmpty()) {
      return settings.audiences().subList(0, 1);
    }
    if (!settings.audiences().containsAll(exchange.audiences())) {
      throw PlatformException.invalidArgument(
          "aud", "aud must be an audience of this server: " + settings.audiences());
    }
    return exchange.audiences().stream().distinct().toList();
  }

  /** Records that the identity was seen. Failing to do so does not fail the exchange. */
  private void noteSeen(ExchangeTarget target) {
    Instant now = clock.instant();
    if (!targets.isSeenLongBefore(target, now)) {
      return;
    }
    try {
      transactions.write(attempt -> targets.noteSeen(target.subject().identity(), now));
    } catch (RuntimeException e) {
      Cancellation.check(); // throws if the work merely stopped because nobody waits any more
      LOG.log(
          Level.WARNING,
          () -> "failed to record that identity " + target.subject().identity() + " was seen",
          e);
    }
  }
}
