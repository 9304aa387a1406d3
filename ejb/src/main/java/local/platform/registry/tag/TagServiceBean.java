package local.platform.registry.tag;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.paging.Condition;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.paging.Window;
import local.platform.foundation.resource.DraftChange;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.registry.repo.RegistryRules;
import local.platform.registry.repo.RepoContents;
import local.platform.registry.repo.RepoRepository;

/** Implements {@link TagService}. */
@Stateless
@Local(TagService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class TagServiceBean implements TagService {
  private static final String LATEST = "latest";

  /** A name that says no more than {@code latest} does. */
  private static final String LATEST_DEV = "latest-dev";

  private final TagRepository tags;
  private final TagHistory history;
  private final TagWrites writes;
  private final RepoRepository repos;
  private final RepoContents contents;
  private final Lister lister;
  private final Transactions transactions;

  @Inject
  public TagServiceBean(
      TagRepository tags,
      TagHistory history,
      TagWrites writes,
      RepoRepository repos,
      RepoContents contents,
      Lister lister,
      Transactions transactions) {
    this.tags = tags;
    this.history = history;
    this.writes = writes;
    this.repos = repos;
    this.contents = contents;
    this.lister = lister;
    this.transactions = transactions;
  }

  @Override
  public Tag get(Caller caller, Uid uid) {
    caller.require(Capability.TAG_LIST, uid);
    return transactions.read(() -> tags.read(uid)).orElseThrow(() -> tags.notFound(uid));
  }

  @Override
  public Page<Tag> list(Caller caller, TagQuery query, PageRequest page) {
    var visible = caller.visible(Capability.TAG_LIST);
    return transactions.read(
        () -> lister.list(caller.canonicalText(), visible, tags.listSpec(), filter(query), page));
  }

  @Override
  public void walk(Caller caller, TagQuery query, Window window, Consumer<? super Tag> consumer) {
    var visible = caller.visible(Capability.TAG_LIST);
    lister.walk(visible, tags.listSpec(), filter(query), window, consumer);
  }

  private ListFilter filter(TagQuery query) {
    List<Condition> conditions = new ArrayList<>();
    query.name().ifPresent(name -> conditions.add(Condition.equal("name", name)));
    query.digest().ifPresent(digest -> conditions.add(Condition.equal("digest", digest)));
    query.updatedSince().ifPresent(time -> conditions.add(updatedSince(time)));
    return new ListFilter(query.uidp(), conditions)
        .in(formats(query))
        .withoutChildrenOf(contents.deleted());
  }

  /** Returns the numbers of the formats among which there can be tags. */
  private static List<Integer> formats(TagQuery query) {
    boolean possible =
        query.name().map(RegistryRules::isTagName).orElse(true)
            && query.digest().map(RegistryRules::isDigest).orElse(true);
    if (!possible) {
      return List.of();
    }
    return query
        .name()
        .map(TagNameFormat::of)
        .map(format -> query.filter().shows(format) ? List.of(format.code()) : List.<Integer>of())
        .orElseGet(query.filter()::codes);
  }

  /**
   * Returns the condition that a tag was changed in a later millisecond, because clients see times
   * in milliseconds.
   */
  private static Condition updatedSince(Instant time) {
    Instant shown = time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time;
    return Condition.since(
        "updateTime", shown.truncatedTo(ChronoUnit.MILLIS).plus(999, ChronoUnit.MICROS));
  }

  @Override
  public Tag create(Caller caller, Uid repo, TagDraft draft) {
    caller.require(Capability.TAG_CREATE, repo);
    FieldViolations violations = new FieldViolations();
    TagRules.validate(draft, violations);
    violations.throwIfAny();
    return writes.put(caller, repo, draft);
  }

  @Override
  public Tag createKeepingDigest(Caller caller, Uid repo, TagDraft draft) {
    caller.require(Capability.TAG_CREATE, repo);
    FieldViolations violations = new FieldViolations();
    TagRules.validateGiven(draft, violations);
    violations.throwIfAny();
    return writes.put(caller, repo, draft);
  }

  @Override
  public Tag update(
      Caller caller, Uid uid, DraftChange<TagDraft> change, VersionCondition condition) {
    caller.require(Capability.TAG_UPDATE, uid);
    FieldViolations violations = change.violations();
    TagRules.validate(change.applyTo(TagDraft.EMPTY), violations);
    violations.throwIfAny();
    return writes.update(caller, uid, change, condition);
  }

  @Override
  public void delete(Caller caller, Uid uid, VersionCondition condition) {
    caller.require(Capability.TAG_DELETE, uid);
    writes.delete(caller, uid, condition);
  }

  @Override
  public void walkHistory(
      Caller caller,
      TagHistoryQuery query,
      Window window,
      Consumer<? super TagHistoryEntry> consumer) {
    var visible = caller.visible(Capability.TAG_LIST);
    boolean shown =
        visible.stream().anyMatch(top -> top.covers(query.tag()))
            && query.tag().parent().flatMap(repos::find).isPresent();
    if (shown) {
      history.walk(query, window, consumer);
    }
  }

  @Override
  public TagSummary summarize(Caller caller, Uid repo, TagNameFilter filter) {
    caller.require(Capability.TAG_LIST, repo);
    return transactions.read(() -> summary(caller, repo, filter));
  }

  private TagSummary summary(Caller caller, Uid repo, TagNameFilter filter) {
    if (repos.find(repo).isEmpty()) {
      throw repos.notFound(repo);
    }
    Page<Tag> newest = first(caller, repo, filter, Optional.empty());
    Optional<Tag> lastUpdated = newest.items().stream().findFirst();
    Optional<Tag> latest =
        first(caller, repo, filter, Optional.of(LATEST)).items().stream()
            .findFirst()
            .or(() -> lastUpdated);
    return new TagSummary(
        repo,
        newest.totalCount().orElseGet(() -> count(repo, filter)),
        lastUpdated.map(Tag::updateTime),
        latest,
        latest
            .map(Tag::draft)
            .filter(TagDraft::hasDigest)
            .flatMap(
                tag ->
                    tags.longestName(repo, filter, tag.digest(), Set.of(tag.name(), LATEST_DEV))));
  }

  private long count(Uid repo, TagNameFilter filter) {
    return lister.count(
        List.of(repo), tags.listSpec(), filter(query(repo, filter, Optional.empty())));
  }

  private static TagQuery query(Uid repo, TagNameFilter filter, Optional<String> name) {
    return new TagQuery(
        UidpFilter.NONE.onlyChildrenOf(repo), name, Optional.empty(), filter, Optional.empty());
  }

  /** Returns the tag of a repo that was changed last, and the number of its tags. */
  private Page<Tag> first(Caller caller, Uid repo, TagNameFilter filter, Optional<String> name) {
    return lister.list(
        caller.canonicalText(),
        List.of(repo),
        tags.listSpec(),
        filter(query(repo, filter, name)),
        new PageRequest(1, "", "update_time desc", 0));
  }
}
