package local.platform.testing;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import local.platform.foundation.resource.ApiRequest;
import local.platform.foundation.resource.Author;
import local.platform.foundation.resource.ChangeObserver;
import local.platform.foundation.resource.DryRun;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.time.ChangeTimes;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;

/** Makes every write a part of one dry run, whoever requests it. */
final class TriedWrites extends ResourceWrites {
  private final ApiRequest request;

  TriedWrites(
      DryRun dryRun,
      Transactions transactions,
      List<ChangeObserver> observers,
      Clock clock,
      ChangeTimes changeTimes) {
    super(transactions, observers, clock, changeTimes);
    this.request = new ApiRequest("Tests/Try", Optional.empty(), "test", Optional.of(dryRun));
  }

  @Override
  public <T> T write(Author author, Work<T> work) {
    return super.write(tried(author), work);
  }

  @Override
  public <T> T writeInOrder(Author author, Uid organization, Work<T> work) {
    return super.writeInOrder(tried(author), organization, work);
  }

  private Author tried(Author author) {
    return new Author(author.identity(), Optional.of(request));
  }
}
