package local.platform.registry.name;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.ParentKind;
import local.platform.foundation.uid.Uid;
import local.platform.registry.name.RepoPath.Folder;

/** Reads the paths of repos. */
@Dependent
public class RepoPaths {
  private final EntityManager entityManager;
  private final RegistryNamespaceRepository namespaces;

  @Inject
  public RepoPaths(EntityManager entityManager, RegistryNamespaceRepository namespaces) {
    this.entityManager = entityManager;
    this.namespaces = namespaces;
  }

  /**
   * Returns the path of a new repo. The namespace of its organization is locked until the
   * transaction ends, so that it is not taken away before the repo is committed.
   *
   * @throws PlatformException NOT_FOUND if its group does not exist
   */
  public RepoPath of(Uid repo, String name) {
    Uid group = repo.parent().orElseThrow();
    List<Uid> groups = new ArrayList<>(group.ancestors());
    groups.add(group);
    Map<Uid, Folder> folders = folders(groups);
    if (!folders.containsKey(group)) {
      throw PlatformException.notFound(ParentKind.GROUP.name(), group);
    }
    return new RepoPath(
        namespaces.lockOf(repo.root()),
        groups.stream().filter(each -> !each.isRoot()).map(folders::get).toList(),
        repo,
        name);
  }

  private Map<Uid, Folder> folders(List<Uid> groups) {
    return entityManager
        .createQuery(
            """
            select g.uid as uid, g.name as name,
              case when exists (
                select s.uid from GroupEntity s
                where s.parentUid = g.parentUid and s.name = g.name and s.uid <> g.uid)
              then false else true end as alone
            from GroupEntity g where g.uid in (:groups)
            """,
            Tuple.class)
        .setParameter("groups", groups)
        .getResultStream()
        .map(
            row ->
                new Folder(
                    row.get("uid", Uid.class),
                    row.get("name", String.class),
                    row.get("alone", Boolean.class)))
        .collect(Collectors.toMap(Folder::uid, Function.identity()));
  }
}
