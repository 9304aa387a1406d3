package local.platform.registry.image;

import jakarta.ejb.Local;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import local.platform.access.authz.Caller;
import local.platform.access.authz.Capability;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.transaction.Transactions;
import local.platform.foundation.uid.Uid;
import local.platform.iam.group.GroupRepository;
import local.platform.registry.image.ImageLookup.Match;
import local.platform.registry.repo.RegistryRules;
import local.platform.registry.repo.RepoContents;
import local.platform.registry.repo.RepoRepository;

/** Implements {@link ImageService}. */
@Stateless
@Local(ImageService.class)
@TransactionManagement(TransactionManagementType.BEAN)
public class ImageServiceBean implements ImageService {
  private final ImageRepository images;
  private final ImageConfigRepository configs;
  private final ImageLookup lookup;
  private final ImageWrites writes;
  private final RepoRepository repos;
  private final RepoContents contents;
  private final GroupRepository groups;
  private final Transactions transactions;

  @Inject
  public ImageServiceBean(
      ImageRepository images,
      ImageConfigRepository configs,
      ImageLookup lookup,
      ImageWrites writes,
      RepoRepository repos,
      RepoContents contents,
      GroupRepository groups,
      Transactions transactions) {
    this.images = images;
    this.configs = configs;
    this.lookup = lookup;
    this.writes = writes;
    this.repos = repos;
    this.contents = contents;
    this.groups = groups;
    this.transactions = transactions;
  }

  @Override
  public void requireUpload(Caller caller, Uid repo) {
    caller.require(Capability.MANIFEST_CREATE, repo);
    if (transactions.read(() -> repos.find(repo)).isEmpty()) {
      throw repos.notFound(repo);
    }
  }

  @Override
  public UploadedImage upload(Caller caller, Uid repo, ImageUpload upload) {
    caller.require(Capability.MANIFEST_CREATE, repo);
    return writes.store(caller, repo, ImageUploadRules.check(upload));
  }

  @Override
  public List<String> architectures(Caller caller, Uid repo, String digest) {
    caller.require(Capability.REPO_LIST, repo);
    caller.require(Capability.MANIFEST_METADATA_LIST, repo);
    return read(repo, digest, lookup::architectures);
  }

  @Override
  public ImageSize size(Caller caller, Uid repo, String digest, Optional<String> architecture) {
    caller.require(Capability.REPO_LIST, repo);
    caller.require(Capability.MANIFEST_METADATA_LIST, repo);
    Match match = read(repo, digest, image -> match(image, architecture));
    return new ImageSize(match.details().contentSize(), match.architecture());
  }

  @Override
  public ImageConfig config(Caller caller, Uid repo, String digest, Optional<String> architecture) {
    caller.require(Capability.REPO_LIST, repo);
    caller.require(Capability.MANIFEST_METADATA_LIST, repo);
    Optional<String> content =
        read(
            repo,
            digest,
            image -> {
              Match match = match(image, architecture);
              lookup.requireConfig(match.details());
              return configs.content(repo, match.details().configDigest());
            });
    return content
        .flatMap(text -> ConfigReader.read(text, "config", new FieldViolations()))
        .map(ConfigReader.Read::config)
        .orElseThrow(
            () ->
                images.noneFound(
                    "what " + digest + " has as its config is none of an image that can be read"));
  }

  private <T> T read(Uid repo, String digest, Function<Image, T> of) {
    FieldViolations violations = new FieldViolations();
    RegistryRules.digest("digest", digest, violations);
    violations.throwIfAny();
    return transactions.read(() -> of.apply(lookup.image(repo, digest)));
  }

  private Match match(Image image, Optional<String> architecture) {
    return lookup.match(
        image, architecture.filter(name -> !name.isEmpty()).orElse(DEFAULT_ARCHITECTURE));
  }

  @Override
  public long count(Caller caller, Uid repoOrGroup) {
    caller.require(Capability.MANIFEST_METADATA_LIST, repoOrGroup);
    return transactions.read(
        () -> {
          if (repos.find(repoOrGroup).isEmpty() && groups.find(repoOrGroup).isEmpty()) {
            throw repos.notFound(repoOrGroup);
          }
          return images.count(repoOrGroup, contents.deleted());
        });
  }
}
