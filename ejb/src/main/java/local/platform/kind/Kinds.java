package local.platform.kind;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import local.platform.foundation.resource.GroupAttachment;
import local.platform.foundation.resource.GroupContent;
import local.platform.foundation.resource.ResourceEntity;
import local.platform.foundation.resource.ResourceRepository;
import local.platform.foundation.resource.Write;
import local.platform.foundation.uid.Uid;
import local.platform.kind.Kind.InDeletedGroup;

/** All kinds, which are found by the beans with their rules. */
@Dependent
public class Kinds {
  private final Repositories repositories;
  private final Map<Kind<?, ?, ?>, Rules<?, ?>> rules;

  @Inject
  public Kinds(Repositories repositories, @Any Instance<Rules<?, ?>> rules) {
    this(repositories, rules.stream().toList());
  }

  /** Creates one with these rules. */
  public Kinds(Repositories repositories, List<Rules<?, ?>> rules) {
    this.repositories = repositories;
    this.rules =
        rules.stream().collect(Collectors.toUnmodifiableMap(Rules::kind, Function.identity()));
  }

  /** Returns all kinds, in no order. */
  public Set<Kind<?, ?, ?>> all() {
    return rules.keySet();
  }

  /** Returns the kinds that prevent the deletion of their group. */
  public List<GroupContent> groupContents() {
    return in(InDeletedGroup.PREVENT_DELETION).map(this::content).toList();
  }

  /** Returns the kinds that are deleted with their group. */
  public List<GroupAttachment> groupAttachments() {
    return in(InDeletedGroup.ARE_DELETED).map(this::attachment).toList();
  }

  private Stream<Kind<?, ?, ?>> in(InDeletedGroup consequence) {
    return rules.keySet().stream()
        .filter(kind -> kind.inDeletedGroup().filter(consequence::equals).isPresent());
  }

  private GroupContent content(Kind<?, ?, ?> kind) {
    return new Content(repositories.of(kind), kind.plural());
  }

  private record Content(ResourceRepository<?, ?> resources, String plural)
      implements GroupContent {
    @Override
    public String inGroup() {
      return resources.inGroup();
    }
  }

  private GroupAttachment attachment(Kind<?, ?, ?> kind) {
    return new Attachment(repositories.of(kind));
  }

  private record Attachment(ResourceRepository<?, ?> resources) implements GroupAttachment {
    @Override
    public String inGroup() {
      return resources.inGroup();
    }

    @Override
    public void deleteAt(Write write, Uid group) {
      write.deleteAll(resources, resources.parentKind().attribute(), group);
    }
  }

  /** Returns the rules of a kind. */
  @SuppressWarnings("unchecked") // those of a kind are for its entity and its draft
  <E extends ResourceEntity, D> Rules<E, D> rules(Kind<E, D, ?> kind) {
    return Optional.ofNullable((Rules<E, D>) rules.get(kind))
        .orElseThrow(() -> new IllegalStateException("no bean has the rules of " + kind.name()));
  }
}
