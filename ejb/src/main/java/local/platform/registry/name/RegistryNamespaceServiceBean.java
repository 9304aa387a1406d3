package local.platform.registry.name;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import local.platform.access.authz.Caller;
import local.platform.access.operator.Operators;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.paging.ListFilter;
import local.platform.foundation.paging.Lister;
import local.platform.foundation.paging.Page;
import local.platform.foundation.paging.PageRequest;
import local.platform.foundation.resource.ResourceWrites;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.resource.Write;
import local.platform.foundation.transaction.Attempt;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.foundation.uid.UidpFilter;
import local.platform.iam.group.GroupRepository;

/** Implements {@link RegistryNamespaceService}. */
@Stateless
@Local(RegistryNamespaceService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class RegistryNamespaceServiceBean implements RegistryNamespaceService {
  private static final int MIN_LENGTH = 2;
  private static final int MAX_LENGTH = 64;
  private static final Pattern LIKE_A_UID = Pattern.compile("[0-9a-f]{40}");

  private final Operators authorization;
  private final RegistryNamespaceRepository namespaces;
  private final GroupRepository groups;
  private final Lister lister;
  private final Transactions transactions;
  private final ResourceWrites writes;

  @Inject
  public RegistryNamespaceServiceBean(
      Operators authorization,
      RegistryNamespaceRepository namespaces,
      GroupRepository groups,
      Lister lister,
      Transactions transactions,
      ResourceWrites writes) {
    this.authorization = authorization;
    this.namespaces = namespaces;
    this.groups = groups;
    this.lister = lister;
    this.transactions = transactions;
    this.writes = writes;
  }

  @Override
  public Page<RegistryNamespace> list(Caller caller, PageRequest page) {
    authorization.require(caller);
    ListFilter all = new ListFilter(UidpFilter.NONE, List.of());
    return transactions.read(
        () -> lister.list(caller.canonicalText(), List.of(), namespaces.listSpec(), all, page));
  }

  @Override
  public RegistryNamespace create(Caller caller, String name, Uid group) {
    authorization.require(caller);
    validate(name, group);
    return ResourceWrites.unique(
        "registry_namespace",
        () ->
            PlatformException.alreadyExists(
                RegistryNamespaceRepository.KIND,
                "the name is taken, or the organization has a namespace"),
        () ->
            writes
                .write(
                    caller.author(),
                    (Attempt<RegistryNamespace> attempt, Write write) ->
                        create(attempt, write, name, group))
                .orElseGet(() -> repeated(caller, name, group)));
  }

  private RegistryNamespace create(
      Attempt<RegistryNamespace> attempt, Write write, String name, Uid group) {
    if (!groups.lockShared(group)) {
      throw PlatformException.invalidArgument("group", "there is no such organization");
    }
    Optional<RegistryNamespace> existing =
        namespaces
            .findForUpdate(name)
            .or(() -> namespaces.findOf(group))
            .map(RegistryNamespaceEntity::toRecord);
    if (attempt.mayHaveCommitted()) {
      // It may have been created and taken away since, and must then stay away.
      return existing
          .filter(made -> made.name().equals(name) && made.group().equals(group))
          .orElseThrow(PlatformException::commitUnknown);
    }
    if (existing.isPresent()) {
      throw PlatformException.alreadyExists(
          RegistryNamespaceRepository.KIND,
          existing.get().name().equals(name)
              ? "the namespace " + name + " is taken: choose another name"
              : "the organization has the namespace " + existing.get().name());
    }
    RegistryNamespaceEntity namespace =
        write.insert(namespaces, new RegistryNamespaceEntity(name, group, write.time()));
    write.requested(namespaces, group, write.time());
    return namespace.toRecord();
  }

  /** Returns the namespace that an earlier request with the same key has created. */
  private RegistryNamespace repeated(Caller caller, String name, Uid group) {
    return transactions
        .read(() -> namespaces.findOf(group))
        .map(RegistryNamespaceEntity::toRecord)
        .filter(made -> writes.isWritten(caller.author(), group, made.createTime()))
        .orElseThrow(() -> RegistryNamespaceRepository.notFound(name));
  }

  private static void validate(String name, Uid group) {
    FieldViolations violations = new FieldViolations();
    if (name.length() < MIN_LENGTH
        || name.length() > MAX_LENGTH
        || !RepoPath.isComponent(name)
        || LIKE_A_UID.matcher(name).matches()) {
      violations.add(
          "name",
          "name must have 2 to 64 characters: runs of lower-case letters and digits, joined by a dot, one or two underscores, or hyphens; and not be 40 hexadecimal digits");
    }
    if (!group.isRoot()) {
      violations.add("group", "must be the uid of an organization");
    }
    violations.throwIfAny();
  }

  @Override
  public void delete(Caller caller, String name, VersionCondition condition) {
    authorization.require(caller);
    if (!RepoPath.mayBePullName(name)) {
      throw RegistryNamespaceRepository.notFound(name);
    }
    writes.<RegistryNamespace>write(
        caller.author(),
        (attempt, write) -> {
          Optional<RegistryNamespaceEntity> found = namespaces.findForUpdate(name);
          Optional<RegistryNamespace> before = attempt.uncertainResult();
          if (before.isPresent() && !found.map(RegistryNamespaceEntity::toRecord).equals(before)) {
            // The earlier attempt deleted it. One that exists now was given since, and stays.
            return before.get();
          }
          RegistryNamespaceEntity namespace =
              found.orElseThrow(() -> RegistryNamespaceRepository.notFound(name));
          condition.checkUnversioned(namespace.uid());
          namespaces.deleteUnused(write, namespace);
          return namespace.toRecord();
        });
  }
}
