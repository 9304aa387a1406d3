package local.platform.registry.image;

import static local.platform.testing.ImageDocuments.child;
import static local.platform.testing.ImageDocuments.config;
import static local.platform.testing.ImageDocuments.descriptor;
import static local.platform.testing.ImageDocuments.digest;
import static local.platform.testing.ImageDocuments.document;
import static local.platform.testing.ImageDocuments.image;
import static local.platform.testing.ImageDocuments.index;
import static local.platform.testing.ImageDocuments.length;
import static local.platform.testing.ImageDocuments.manifest;
import static local.platform.testing.ImageDocuments.sha512;
import static local.platform.testing.ImageDocuments.size;
import static local.platform.testing.ImageDocuments.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import local.platform.access.authz.Caller;
import local.platform.db.testing.TestDatabase;
import local.platform.foundation.error.ErrorCode;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.resource.VersionCondition;
import local.platform.foundation.uid.Uid;
import local.platform.registry.image.ImageUpload.Document;
import local.platform.testing.MutableClock;
import local.platform.testing.TestServices;
import local.platform.testing.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImageServiceTest {
  private static final Document AMD64 = image(config("amd64"), 10, 20);
  private static final Document ARM = image(config("arm/v7"), 30);
  private static final Document ATTESTATION = image(config("unknown"), 40);
  private static final Document INDEX =
      index(
          child(ARM, "arm/v7"),
          child(AMD64, "amd64"),
          child(ATTESTATION, "unknown"),
          child(AMD64, "amd64"));

  private TestServices services;
  private World world;
  private ImageService images;
  private Uid root;
  private Uid repo;
  private Caller owner;

  @AfterEach
  void stop() {
    services.close();
  }

  private void start(TestDatabase database) {
    services = new TestServices(database, new MutableClock());
    world = new World(services);
    images = services.images();
    root = world.organization();
    repo = world.repo(root).uid();
    owner = World.everythingAt(root);
  }

  private UploadedImage upload(Document manifest, List<Document> children, Document... configs) {
    return images.upload(owner, repo, new ImageUpload(manifest, children, List.of(configs)));
  }

  private String sizeFor(Document image, String architecture) {
    ImageSize size = images.size(owner, repo, digest(image), Optional.of(architecture));
    return size.size() + " " + size.architecture();
  }

  private static void assertMissing(Executable read, String text) {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(
            () -> {
              try {
                read.execute();
              } catch (RuntimeException | Error e) {
                throw e;
              } catch (Throwable e) {
                throw new AssertionError(e);
              }
            })
        .withMessageContaining(text)
        .extracting(PlatformException::code)
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @ParameterizedTest
  @EnumSource
  void anIndexIsAnsweredFromWhatWasUploaded(TestDatabase database) {
    start(database);

    UploadedImage uploaded = upload(INDEX, List.of(AMD64, ARM), config("amd64"), config("arm/v7"));

    assertThat(uploaded.image().digest()).isEqualTo(digest(INDEX));
    assertThat(uploaded.image().mediaType()).isEqualTo(ManifestType.OCI_INDEX.mediaType());
    assertThat(uploaded.image().manifestSize()).isEqualTo(length(INDEX));
    assertThat(uploaded.image().uid().parent()).contains(repo);
    assertThat(uploaded.architectures()).containsExactly("amd64", "arm/v7");
    assertThat(uploaded.missingChildren()).containsExactly(digest(ATTESTATION));
    assertThat(uploaded.missingConfigs()).isEmpty();
    assertThat(images.architectures(owner, repo, digest(INDEX))).containsExactly("amd64", "arm/v7");
    assertThat(images.architectures(owner, repo, digest(ARM))).containsExactly("arm/v7");
    assertThat(sizeFor(INDEX, "")).isEqualTo(size(config("amd64"), 10, 20) + " amd64");
    assertThat(sizeFor(INDEX, "arm")).isEqualTo(size(config("arm/v7"), 30) + " arm/v7");
    assertThat(sizeFor(INDEX, "arm/v7")).isEqualTo(sizeFor(INDEX, "arm"));
    assertThat(sizeFor(ARM, "arm")).isEqualTo(sizeFor(INDEX, "arm"));
    assertMissing(() -> sizeFor(ARM, ""), "has no architecture amd64: it has arm/v7");
    assertMissing(() -> sizeFor(INDEX, "arm/v6"), "it has amd64, arm/v7");
    assertMissing(() -> sizeFor(INDEX, "unknown"), "has no architecture unknown");
    assertMissing(() -> sizeFor(INDEX, "AMD64"), "has no architecture AMD64");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsMissingIsAddedLater(TestDatabase database) {
    start(database);
    UploadedImage bare = upload(INDEX, List.of());
    assertThat(bare.architectures()).containsExactly("amd64", "arm/v7");
    assertThat(bare.missingChildren())
        .containsExactly(digest(ARM), digest(AMD64), digest(ATTESTATION));
    assertMissing(() -> sizeFor(INDEX, ""), "the manifest " + digest(AMD64) + " was not uploaded");
    assertMissing(
        () -> images.architectures(owner, repo, digest(AMD64)),
        "the manifest " + digest(AMD64) + " was not uploaded");

    UploadedImage withChild = upload(INDEX, List.of(AMD64));
    assertThat(withChild.image()).isEqualTo(bare.image());
    assertThat(withChild.missingChildren()).containsExactly(digest(ARM), digest(ATTESTATION));
    assertThat(withChild.missingConfigs()).containsExactly(digest(config("amd64")));
    assertThat(sizeFor(INDEX, "")).isEqualTo(size(config("amd64"), 10, 20) + " amd64");
    // The index says for which architecture it is; alone, only its config does.
    assertMissing(
        () -> images.architectures(owner, repo, digest(AMD64)),
        "the config " + digest(config("amd64")) + " was not uploaded");
    assertMissing(() -> sizeFor(AMD64, "amd64"), "the config " + digest(config("amd64")));
    assertMissing(
        () -> images.config(owner, repo, digest(INDEX), Optional.empty()),
        "the config " + digest(config("amd64")) + " was not uploaded");

    assertThat(upload(AMD64, List.of(), config("amd64")).missingConfigs()).isEmpty();
    assertThat(upload(INDEX, List.of()).missingConfigs()).isEmpty();
    assertThat(images.architectures(owner, repo, digest(AMD64))).containsExactly("amd64");
    assertThat(images.config(owner, repo, digest(INDEX), Optional.empty()).cmd())
        .containsExactly("/bin/sh");
    assertThat(images.count(owner, repo)).isEqualTo(2);
  }

  /** Docker names platforms in its lists; other indexes leave them to the configs. */
  @ParameterizedTest
  @EnumSource
  void withoutAPlatformTheConfigTellsTheArchitecture(TestDatabase database) {
    start(database);
    Document index = index(child(AMD64), child(ARM, "arm/v6"), child(ATTESTATION));

    assertThat(upload(index, List.of(AMD64, ARM, ATTESTATION)).architectures())
        .containsExactly("arm/v6");
    upload(index, List.of(AMD64, ARM), config("amd64"), config("arm/v7"));
    upload(ATTESTATION, List.of(), config("unknown"));

    assertThat(images.architectures(owner, repo, digest(index))).containsExactly("amd64", "arm/v6");
    assertThat(sizeFor(index, "")).isEqualTo(size(config("amd64"), 10, 20) + " amd64");
  }

  @ParameterizedTest
  @EnumSource
  void anArchitectureWithoutVariantMeansTheOnlyOneWithOne(TestDatabase database) {
    start(database);
    Document v6 = image(config("arm/v6"), 1);
    Document v8 = image(config("arm64/v8"), 2);
    Document plain = image(config("arm64"), 3);
    Document windows = image(config("amd64"), 4);
    Document both = index(child(v6, "arm/v6"), child(ARM, "arm/v7"), child(v8, "arm64/v8"));
    upload(both, List.of(v6, ARM, v8));
    assertMissing(() -> sizeFor(both, "arm"), "has no architecture arm: it has arm/v6, arm/v7");
    assertThat(sizeFor(both, "arm64")).isEqualTo(size(config("arm64/v8"), 2) + " arm64/v8");

    Document exact = index(child(v8, "arm64/v8"), child(plain, "arm64"));
    upload(exact, List.of(plain));
    assertThat(sizeFor(exact, "arm64")).isEqualTo(size(config("arm64"), 3) + " arm64");

    Document first = index(child(windows, "amd64"), child(AMD64, "amd64"));
    upload(first, List.of(windows, AMD64));
    assertThat(sizeFor(first, "")).isEqualTo(size(config("amd64"), 4) + " amd64");
  }

  @ParameterizedTest
  @EnumSource
  void aConfigIsReadAsItWasWritten(TestDatabase database) {
    start(database);
    Document config =
        config(
            "amd64",
            "{\"User\":\"app\",\"ExposedPorts\":{\"80/tcp\":{}},\"Env\":[\"A=ä\uD83D\uDE00\\u0000\"],"
                + "\"Entrypoint\":[\"/app\"],\"Volumes\":{\"/data\":{}},\"WorkingDir\":\"/\","
                + "\"Labels\":{\"a\":\"b\"},\"StopSignal\":\"SIGINT\"}");
    upload(image(config), List.of(), config);

    assertThat(images.config(owner, repo, digest(image(config)), Optional.empty()))
        .isEqualTo(
            new ImageConfig(
                "app",
                List.of("80/tcp"),
                List.of("A=ä\uD83D\uDE00\0"),
                List.of("/app"),
                List.of(),
                List.of("/data"),
                "/",
                Map.of("a", "b"),
                "SIGINT"));
    assertThat(
            services
                .entityManager()
                .createQuery("select c.content from ImageConfigEntity c", String.class)
                .getSingleResult())
        .isEqualTo(text(config));
    assertMissing(
        () -> images.config(owner, repo, digest(image(config)), Optional.of("arm64")),
        "has no architecture arm64");
  }

  /** An artifact has a config, but no architecture. */
  @ParameterizedTest
  @EnumSource
  void whatIsNoImageHasNoArchitecture(TestDatabase database) {
    start(database);
    Document config = document("application/vnd.cncf.helm.config.v1+json", "{\"name\":\"chart\"}");

    assertThat(upload(image(config, 5), List.of(), config).architectures()).isEmpty();

    assertThat(images.architectures(owner, repo, digest(image(config, 5)))).isEmpty();
    assertMissing(() -> sizeFor(image(config, 5), ""), "none is known of it");
  }

  /** A client that looks for an image passes over what is none. */
  @ParameterizedTest
  @EnumSource
  void anIndexMayReferToWhatIsNoImage(TestDatabase database) {
    start(database);
    String platform = ",\"platform\":{\"architecture\":\"amd64\"}";
    String artifact =
        descriptor("application/vnd.acme.rocket", digest(AMD64), length(AMD64), platform);
    String foreign =
        descriptor(ManifestType.OCI_MANIFEST.mediaType(), "blake3:" + "0".repeat(64), 1, "");
    Document outer =
        index(artifact, child(INDEX, "amd64"), foreign, child(ARM, "arm/v7"), child(AMD64));

    UploadedImage bare = upload(outer, List.of());
    assertThat(bare.architectures()).containsExactly("arm/v7");
    assertThat(bare.missingChildren()).containsExactly(digest(INDEX), digest(ARM), digest(AMD64));

    upload(AMD64, List.of(), config("amd64"));
    UploadedImage whole = upload(outer, List.of(INDEX, ARM, ATTESTATION));
    assertThat(whole.architectures()).containsExactly("amd64", "arm/v7");
    assertThat(whole.missingChildren()).isEmpty();
    assertThat(whole.missingConfigs()).containsExactly(digest(config("arm/v7")));
    assertThat(images.architectures(owner, repo, digest(outer))).containsExactly("amd64", "arm/v7");
    assertThat(sizeFor(outer, "")).isEqualTo(size(config("amd64"), 10, 20) + " amd64");
    assertThat(sizeFor(INDEX, "")).isEqualTo(sizeFor(outer, ""));
    assertThat(images.count(owner, repo)).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void theConfigOfAnArtifactIsKnownByItsDigestAlone(TestDatabase database) {
    start(database);
    String type = "application/vnd.acme.config";
    List<Document> configs =
        List.of(
            document(type, ""),
            document(type, "colour = red"),
            new Document(type, ByteBuffer.wrap(new byte[] {0, -1, 7})));
    for (Document config : configs) {
      Document artifact = image(config, 5);
      Document index = index(child(artifact, "amd64"));

      UploadedImage uploaded = upload(index, List.of(artifact), config);

      assertThat(uploaded.missingConfigs()).isEmpty();
      assertThat(upload(artifact, List.of()).missingConfigs()).isEmpty();
      assertThat(images.architectures(owner, repo, digest(artifact))).isEmpty();
      assertThat(sizeFor(index, "")).isEqualTo(size(config, 5) + " amd64");
      assertMissing(
          () -> images.config(owner, repo, digest(index), Optional.empty()),
          "has as its config is none of an image");
    }
    Document text = document(type, "{\"config\":{\"User\":\"app\"}}");
    upload(image(text), List.of(), text);
    upload(index(child(image(text), "amd64")), List.of());
    assertThat(
            images
                .config(owner, repo, digest(index(child(image(text), "amd64"))), Optional.empty())
                .user())
        .isEqualTo("app");
  }

  @ParameterizedTest
  @EnumSource
  void theLargestConfigIsStored(TestDatabase database) {
    start(database);
    String json = "{\"architecture\":\"amd64\",\"config\":{\"User\":\"\uD83D\uDE00%s\"}}";
    int rest = ImageUploadRules.MAX_DOCUMENT - length(document("", json.formatted("")));
    Document config = document("a/b", json.formatted("x".repeat(rest)));
    assertThat(length(config)).isEqualTo(ImageUploadRules.MAX_DOCUMENT);

    upload(image(config), List.of(), config);

    assertThat(images.config(owner, repo, digest(image(config)), Optional.empty()).user())
        .isEqualTo("\uD83D\uDE00" + "x".repeat(rest));
  }

  @ParameterizedTest
  @EnumSource
  void aLargeIndexIsStoredInItsOrder(TestDatabase database) {
    start(database);
    List<String> children = new java.util.ArrayList<>();
    for (int i = 0; i < ManifestReader.MAX_CHILDREN; i++) {
      children.add(
          descriptor(
              ManifestType.OCI_MANIFEST.mediaType(),
              digest(ManifestReader.MAX_CHILDREN - i),
              1,
              ",\"platform\":{\"architecture\":\"a" + i + "\"}"));
    }

    UploadedImage uploaded = upload(index(children), List.of());

    assertThat(uploaded.architectures()).hasSize(ManifestReader.MAX_CHILDREN);
    assertThat(uploaded.missingChildren())
        .startsWith(digest(ManifestReader.MAX_CHILDREN), digest(ManifestReader.MAX_CHILDREN - 1))
        .hasSize(ManifestReader.MAX_CHILDREN);
  }

  /** Content that does not name its media type could be taken for two. */
  @ParameterizedTest
  @EnumSource
  void theMediaTypeOfAStoredManifestDoesNotChange(TestDatabase database) {
    start(database);
    upload(AMD64, List.of());

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> upload(manifest(ManifestType.DOCKER_MANIFEST, text(AMD64)), List.of()))
        .withMessageContaining("manifest.mediaType: must be " + AMD64.mediaType());
  }

  @ParameterizedTest
  @EnumSource
  void aManifestIsFoundByTheDigestThatIsReferredTo(TestDatabase database) {
    start(database);
    Document index = index(descriptor(AMD64.mediaType(), sha512(AMD64), length(AMD64), ""));
    upload(index, List.of(AMD64), config("amd64"));

    assertThat(images.architectures(owner, repo, sha512(AMD64))).containsExactly("amd64");
    assertMissing(
        () -> images.architectures(owner, repo, digest(AMD64)),
        "there is no image " + digest(AMD64));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsInOneRepoIsNotInAnother(TestDatabase database) {
    start(database);
    upload(INDEX, List.of(AMD64), config("amd64"));
    Uid other = world.repo(root).uid();

    for (String unknown : List.of(digest(INDEX), digest(AMD64), digest(ARM), digest(7))) {
      assertMissing(
          () -> images.architectures(owner, other, unknown),
          "there is no image " + unknown + " in this repo");
    }
    ImageUpload bare = new ImageUpload(INDEX, List.of(AMD64), List.of());
    assertThat(images.upload(owner, other, bare).missingConfigs())
        .containsExactly(digest(config("amd64")));
  }

  @ParameterizedTest
  @EnumSource
  void aDigestHasAForm(TestDatabase database) {
    start(database);
    for (String malformed :
        List.of(
            "",
            "latest",
            digest(AMD64).toUpperCase(java.util.Locale.ROOT),
            "sha256:" + "a".repeat(63))) {
      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(() -> images.size(owner, repo, malformed, Optional.empty()))
          .withMessageContaining("digest must be sha256: and 64");
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingOfADeletedRepoIsShownOrCounted(TestDatabase database) {
    start(database);
    Uid group = world.group(root);
    Uid inner = world.repo(group).uid();
    Uid gone = world.repo(group).uid();
    Uid sibling = world.repo(root).uid();
    upload(INDEX, List.of(AMD64, ARM));
    for (Uid each : List.of(inner, gone, sibling)) {
      world.image(each);
    }
    assertThat(images.count(owner, root)).isEqualTo(6);
    assertThat(images.count(owner, group)).isEqualTo(2);
    assertThat(images.count(owner, gone)).isEqualTo(1);

    services.repos().delete(owner, gone, VersionCondition.ANY);

    assertThat(images.count(owner, root)).isEqualTo(5);
    assertThat(images.count(owner, group)).isEqualTo(1);
    String text = "there is no Repo " + gone;
    assertMissing(() -> images.count(owner, gone), text);
    assertMissing(() -> images.architectures(owner, gone, world.image(inner)), text);
    assertMissing(() -> images.size(owner, gone, world.image(inner), Optional.empty()), text);
    assertMissing(() -> world.image(gone), text);
    assertMissing(() -> images.count(owner, world.identity(root).uid()), "there is no Repo");
  }
}
