package local.platform.testing;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.Author;
import local.platform.foundation.resource.ChangeObserver;
import local.platform.foundation.resource.IdempotencyKey;
import local.platform.foundation.resource.IdempotencyKeys;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.time.ChangeTimes;
import local.platform.foundation.transaction.Transactions;

/** Makes every write a part of one request, whoever makes it. */
final class RequestedWrites extends ResourceWrites {
  private final ApiRequest request;

  RequestedWrites(
      ApiRequest request,
      Transactions transactions,
      List<ChangeObserver> observers,
      Clock clock,
      ChangeTimes changeTimes,
      IdempotencyKeys keys) {
    super(transactions, observers, clock, changeTimes, keys);
    this.request = request;
  }

  @Override
  protected <T> Optional<T> write(Author author, Supplier<Instant> times, Work<T> work) {
    return super.write(requesting(author), times, work);
  }

  @Override
  protected List<IdempotencyKey.Written> written(Author author) {
    return super.written(requesting(author));
  }

  private Author requesting(Author author) {
    return new Author(author.identity(), Optional.of(request));
  }
}
