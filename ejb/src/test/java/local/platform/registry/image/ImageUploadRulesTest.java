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
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import local.platform.foundation.encoding.StrictJson;
import local.platform.foundation.error.ErrorDetail.BadRequest;
import local.platform.foundation.error.PlatformException;
import local.platform.registry.image.CheckedUpload.CheckedManifest;
import local.platform.registry.image.ImageUpload.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageUploadRulesTest {
  private static final Document AMD64 = image(config("amd64"), 10, 20);
  private static final Document ARM = image(config("arm/v7"), 30);
  private static final Document INDEX = index(child(AMD64, "amd64"), child(ARM, "arm/v7"));
  private static final String LAYER =
      descriptor("application/vnd.oci.image.layer.v1.tar", digest(1), 5, "");

  private static CheckedUpload check(Document manifest) {
    return check(manifest, List.of(), List.of());
  }

  private static CheckedUpload check(
      Document manifest, List<Document> children, List<Document> configs) {
    return ImageUploadRules.check(new ImageUpload(manifest, children, configs));
  }

  /** Returns the violations of an upload, each as a field and a description. */
  private static List<String> violations(
      Document manifest, List<Document> children, List<Document> configs) {
    PlatformException refusal =
        catchThrowableOfType(PlatformException.class, () -> check(manifest, children, configs));
    assertThat(refusal).as("refusal of %s", text(manifest)).isNotNull();
    return refusal.details().stream()
        .flatMap(detail -> ((BadRequest) detail).violations().stream())
        .map(violation -> violation.field() + ": " + violation.description())
        .toList();
  }

  private static List<String> violations(Document manifest) {
    return violations(manifest, List.of(), List.of());
  }

  @Test
  void everythingInAnUploadIsFoundByItsDigest() {
    CheckedUpload checked =
        check(INDEX, List.of(ARM, AMD64), List.of(config("amd64"), config("arm/v7")));

    assertThat(checked.digest()).isEqualTo(digest(INDEX));
    assertThat(checked.manifests().keySet())
        .containsExactly(digest(INDEX), digest(ARM), digest(AMD64));
    assertThat(checked.manifests().get(digest(INDEX)).manifest().children())
        .containsExactly(
            new Descriptor(AMD64.mediaType(), digest(AMD64), length(AMD64), Optional.of("amd64")),
            new Descriptor(ARM.mediaType(), digest(ARM), length(ARM), Optional.of("arm/v7")));
    CheckedManifest arm = checked.manifests().get(digest(ARM));
    assertThat(arm.size()).isEqualTo(length(ARM));
    assertThat(arm.manifest().contentSize()).isEqualTo(size(config("arm/v7"), 30));
    assertThat(arm.manifest().config().orElseThrow().digest()).isEqualTo(digest(config("arm/v7")));
    assertThat(checked.configs().keySet())
        .containsExactly(digest(config("amd64")), digest(config("arm/v7")));
    assertThat(checked.configs().get(digest(config("arm/v7"))))
        .isEqualTo(
            new CheckedUpload.CheckedConfig(
                text(config("arm/v7")), length(config("arm/v7")), Optional.of("arm/v7")));
  }

  @Test
  void whatIsReferredToNeedNotBeThere() {
    assertThat(check(INDEX).manifests()).containsOnlyKeys(digest(INDEX));
    assertThat(check(INDEX, List.of(ARM), List.of()).configs()).isEmpty();
    assertThat(check(AMD64).configs()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyMediaTypeIsTaken(ManifestType type) {
    String content = type.isIndex() ? "\"manifests\":[]" : "\"config\":%s,\"layers\":[]";
    String config = descriptor(config("amd64"), "");
    for (String named : List.of("", "\"mediaType\":\"" + type.mediaType() + "\",")) {
      Document document =
          manifest(type, "{\"schemaVersion\":2," + named + content.formatted(config) + "}");

      assertThat(check(document).manifests().get(digest(document)).manifest().type())
          .isEqualTo(type);
    }
  }

  /** A member that is null counts as absent, and unknown members may have any value. */
  @Test
  void otherMembersMakeNoDifference() {
    Document document =
        manifest(
            ManifestType.OCI_MANIFEST,
            """
            {"schemaVersion": 2, "mediaType": null, "manifests": null, "annotations": {"a": 1e99},
             "config": %s, "other": [{"layers": true}, null, "\\u00e4", 01234567890]}
            """
                .replace("01234567890", "-0.5")
                .formatted(
                    descriptor(
                        config("amd64"), ",\"platform\":null,\"urls\":[\"a\"],\"data\":\"\""))
                .replace("}\n", ", \"layers\": [" + LAYER + "]}\n"));

    assertThat(check(document).manifests().get(digest(document)).manifest().contentSize())
        .isEqualTo(length(config("amd64")) + 5L);
  }

  @ParameterizedTest
  @CsvSource({"amd64,amd64", "arm/v7,arm/v7", "unknown,unknown"})
  void aPlatformWithoutAnArchitectureIsNone(String architecture, String expected) {
    String nothing = descriptor(ARM, ",\"platform\":{\"os\":\"\",\"architecture\":\"\"}");
    Document index = index(child(AMD64, architecture), child(AMD64), nothing);

    assertThat(check(index).manifests().get(digest(index)).manifest().children())
        .extracting(Descriptor::architecture)
        .containsExactly(Optional.of(expected), Optional.empty(), Optional.empty());
  }

  @Test
  void aReferenceMayUseSha512() {
    Document config = config("s390x");
    Document image = image(descriptor(config.mediaType(), sha512(config), length(config), ""), 7);
    Document index =
        index(descriptor(image.mediaType(), sha512(image), length(image), ""), child(AMD64));

    CheckedUpload checked = check(index, List.of(image, AMD64), List.of(config));

    assertThat(checked.manifests()).containsOnlyKeys(digest(index), sha512(image), digest(AMD64));
    assertThat(checked.configs()).containsOnlyKeys(sha512(config));
  }

  /** A manifest that is known by two digests is there twice. */
  @Test
  void aDocumentCanHaveTwoDigests() {
    Document index =
        index(child(AMD64), descriptor(AMD64.mediaType(), sha512(AMD64), length(AMD64), ""));

    assertThat(check(index, List.of(AMD64), List.of()).manifests())
        .containsOnlyKeys(digest(index), digest(AMD64), sha512(AMD64));
  }

  @Test
  void everythingThatIsWrongIsNamedAtOnce() {
    Document bad = manifest(ManifestType.OCI_MANIFEST, "{}");

    assertThat(
            violations(
                document("text/plain", text(INDEX)),
                List.of(bad, ARM),
                List.of(document("", "[]"), config("amd64"))))
        .satisfiesExactlyInAnyOrder(
            each -> assertThat(each).startsWith("manifest.mediaType: must be application/vnd.oci"),
            each -> assertThat(each).isEqualTo("children[0].content: schemaVersion is required"),
            each -> assertThat(each).isEqualTo("children[0].content: config is required"),
            each -> assertThat(each).isEqualTo("children[0].content: layers is required"),
            each -> assertThat(each).isEqualTo("configs[0].content: must be an object"));
  }

  static Stream<Arguments> wrongReferences() {
    Document shorter = index(descriptor(AMD64.mediaType(), digest(AMD64), 7, ""));
    Document docker =
        index(
            descriptor(ManifestType.DOCKER_MANIFEST.mediaType(), digest(AMD64), length(AMD64), ""));
    Document config = config("amd64");
    Document longer = image(descriptor(config.mediaType(), digest(config), 1_000, ""));
    return Stream.of(
        // another manifest, one that only looks the same, and one of another index
        Arguments.of(
            INDEX, List.of(image(config, 11)), List.of(), "children[0].content: has the digest"),
        Arguments.of(
            INDEX,
            List.of(manifest(ManifestType.OCI_MANIFEST, text(AMD64) + " ")),
            List.of(),
            "children[0].content: has the digest"),
        Arguments.of(AMD64, List.of(ARM), List.of(), "children[0].content: has the digest"),
        Arguments.of(
            shorter,
            List.of(AMD64),
            List.of(),
            "children[0].content: has " + length(AMD64) + " bytes, and not 7"),
        Arguments.of(
            docker, List.of(AMD64), List.of(), "children[0].mediaType: must be as in what"),
        Arguments.of(
            INDEX, List.of(AMD64, AMD64), List.of(), "children[1].content: is given twice"),
        Arguments.of(
            AMD64, List.of(), List.of(config("arm64")), "configs[0].content: has the digest"),
        Arguments.of(INDEX, List.of(ARM), List.of(config), "configs[0].content: has the digest"),
        Arguments.of(
            longer,
            List.of(),
            List.of(config),
            "configs[0].content: has " + length(config) + " bytes, and not 1000"),
        Arguments.of(
            AMD64, List.of(), List.of(config, config), "configs[1].content: is given twice"),
        Arguments.of(
            AMD64,
            List.of(),
            List.of(document("a/b", text(config))),
            "configs[0].mediaType: must be as in what"));
  }

  @ParameterizedTest
  @MethodSource("wrongReferences")
  void whatIsNotReferredToLikeThatIsRefused(
      Document manifest, List<Document> children, List<Document> configs, String expected) {
    assertThat(violations(manifest, children, configs))
        .singleElement()
        .asString()
        .startsWith(expected);
  }

  @Test
  void aConfigNeedsNoMediaType() {
    Document config = config("amd64");

    assertThat(check(AMD64, List.of(), List.of(document("", text(config)))).configs())
        .containsOnlyKeys(digest(config));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "                                        | must not be empty",
        "' '                                     | must be an object",
        "{                                       | must be one valid JSON object",
        "{} {}                                   | must be one valid JSON object",
        "{}x                                     | must be one valid JSON object",
        "{'a': 01}                               | must be one valid JSON object",
        "{'a': NaN}                              | must be one valid JSON object",
        "{'a': '\\x'}                            | must be one valid JSON object",
        "{'a': 1,}                               | must be one valid JSON object",
        "{'a' /* */: 1}                          | must be one valid JSON object",
        "\uFEFF{}                                | must be one valid JSON object",
        "[]                                      | must be an object",
        "1                                       | must be an object",
        "null                                    | must be an object",
        "{'schemaVersion':1,C,L}                 | schemaVersion must be 2",
        "{'schemaVersion':'2',C,L}               | schemaVersion must be a whole number",
        "{'schemaVersion':2.0,C,L}               | schemaVersion must be a whole number",
        "{'schemaVersion':[2],C,L}               | schemaVersion must be a whole number",
        "{S,S,C,L}                               | schemaVersion must not be given twice",
        "{S,C,L,L}                               | layers must not be given twice",
        "{S,C,L,'x':1,'x':2}                     | must not have a name twice",
        "{S,C,L,'annotations':{'a':'','\\u0061':''}} | annotations must not have a name twice",
        "{S,C,L,'x':[{'layers':[],'y':{},'layers':[]}]} | must not have a name twice",
        "{S,C,L,'mediaType':'a'}                 | mediaType must be the media type that is given",
        "{S,C,L,'mediaType':1}                   | mediaType must be a text",
        "{S,C,L,'manifests':[]}                  | manifests must not be in a manifest of type",
        "{S,C}                                   | layers is required",
        "{S,C,'layers':{}}                       | layers must be a list",
        "{S,C,'layers':[null]}                   | layers[0] must be an object",
        "{S,C,'layers':[{'size':1}]}             | layers[0].digest is required",
        "{S,C,'layers':[D,{'digest':'A','size':-1}]}   | layers[1].size must be a whole number",
        "{S,C,'layers':[{'digest':'A','size':1e3}]}    | layers[0].size must be a whole number",
        "{S,C,'layers':[{'digest':'A','size':-0}]}     | layers[0].size must be a whole number",
        "{S,C,'layers':[{'digest':'A','size':'1'}]}    | layers[0].size must be a whole number",
        "{S,C,'layers':[{'digest':'A','size':9223372036854775808}]} | layers[0].size must be a whole number from 0 to 9223372036854775807",
        "{S,C,'layers':[{'digest':'A','size':9223372036854775807}]} | layers[0] must not make config and layers 2^63",
        "{S,C,'layers':[{'digest':'A','size':1,'size':2}]} | layers[0].size must not be given twice",
        "{S,C,'layers':[{'digest':'sha256:1','size':1}]}  | layers[0].digest must be sha256: and 64",
        "{S,C,'layers':[{'digest':'blake3:1','size':1}]}  | layers[0].digest must be sha256: and 64",
        "{S,C,'layers':[{'digest':'md5','size':1}]}    | layers[0].digest must be sha256: and 64",
        "{S,C,'layers':[{'digest':'MD5:1','size':1}]}  | layers[0].digest must be sha256: and 64",
        "{S,C,'layers':[{'digest':'a:ä','size':1}]}    | layers[0].digest must be sha256: and 64",
        "{S,C,'layers':[{'digest':'\\ud800','size':1}]} | layers[0].digest must be valid Unicode",
        "{S,L,'config':null}                     | config is required",
        "{S,L,'config':{'digest':'A','size':1}}  | config.mediaType is required",
        "{S,L,'config':[]}                       | config must be an object",
      })
  void aMalformedManifestIsRefused(String json, String expected) {
    String text =
        Optional.ofNullable(json)
            .orElse("")
            .replace("S,", "'schemaVersion':2,")
            .replace("C", "'config':" + descriptor(config("amd64"), ""))
            .replace("D", LAYER)
            .replace("L", "'layers':[]")
            .replace("A", digest(1))
            .replace('\'', '"');

    assertThat(violations(manifest(ManifestType.OCI_MANIFEST, text)))
        .anyMatch(each -> each.startsWith("manifest.content: " + expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'schemaVersion':2}                                   | manifests is required",
        "{'schemaVersion':2,'manifests':[],'layers':[]}        | layers must not be in a manifest",
        "{'schemaVersion':2,'manifests':[],'config':{}}        | config must not be in a manifest",
        "{'schemaVersion':2,'manifests':[{}]}                  | manifests[0].",
        "{'schemaVersion':2,'manifests':[P]}                   | manifests[0].platform.architecture must have at most 32",
      })
  void aMalformedIndexIsRefused(String json, String expected) {
    String text =
        json.replace("P", descriptor(AMD64, ",'platform':{'architecture':'a/b'}"))
            .replace('\'', '"');

    assertThat(violations(manifest(ManifestType.OCI_INDEX, text)))
        .anyMatch(each -> each.startsWith("manifest.content: " + expected));
  }

  /** A document that is no image is no architecture, even if the index gives it one. */
  @Test
  void whatIsNoImageIsKeptByItsDigest() {
    String platform = ",\"platform\":{\"os\":\"any\",\"architecture\":\"a b\",\"x\":1}";
    List<String> types =
        List.of(
            ManifestType.OCI_INDEX.mediaType(),
            ManifestType.DOCKER_MANIFEST_LIST.mediaType(),
            "application/vnd.acme.rocket.v1+tar",
            "");
    for (String more : List.of("", platform)) {
      Document index =
          index(types.stream().map(type -> descriptor(type, digest(1), 1, more)).toList());

      assertThat(check(index).manifests().get(digest(index)).manifest().children())
          .isEqualTo(
              types.stream()
                  .map(type -> new Descriptor(type, digest(1), 1, Optional.of("unknown")))
                  .toList());
    }
  }

  @Test
  void anIndexInAnIndexCanBeGivenWithWhatItRefersTo() {
    Document outer = index(child(INDEX), child(AMD64, "amd64"));

    CheckedUpload checked =
        check(outer, List.of(ARM, AMD64, INDEX), List.of(config("amd64"), config("arm/v7")));

    assertThat(checked.manifests())
        .containsOnlyKeys(digest(outer), digest(INDEX), digest(ARM), digest(AMD64));
    assertThat(violations(INDEX, List.of(index()), List.of()))
        .singleElement()
        .asString()
        .startsWith("children[0].content: has the digest");
  }

  /** The specification says: an implementation should accept algorithms that it does not know. */
  @Test
  void aReferenceMayHaveADigestOfAnotherAlgorithm() {
    String longest = "multihash+base58:" + "Qm".repeat(59);
    assertThat(longest).hasSize(Digests.MAX_LENGTH);
    for (String digest :
        List.of("md5:1", "sha256+b64u:LCa0a2j_xo=", "blake3:" + "0f".repeat(32), longest)) {
      String type = ManifestType.OCI_MANIFEST.mediaType();
      Document index = index(descriptor(type, digest, 1, ""));
      Document image = image(descriptor("a/b", digest, 1, ""));

      assertThat(check(index).manifests().get(digest(index)).manifest().children())
          .containsExactly(new Descriptor(type, digest, 1, Optional.empty()));
      assertThat(check(image).manifests().get(digest(image)).manifest().config())
          .map(Descriptor::digest)
          .contains(digest);
    }
    assertThat(violations(index(descriptor("a/b", longest + "1", 1, ""))))
        .singleElement()
        .asString()
        .contains("manifests[0].digest must be", "at most 135 characters");
  }

  static Stream<Document> configsOfArtifacts() {
    String type = "application/vnd.acme.config";
    return Stream.of(
        document(type, ""),
        document(type, "colour = red"),
        document(type, "[]"),
        document(type, "{\"architecture\":1}"),
        document(type, "{\"architecture\":\"amd64\",\"Architecture\":\"arm64\"}"),
        new Document(type, ByteBuffer.wrap(new byte[] {0, -1, 7})));
  }

  /** Only the config of an image has a form. */
  @ParameterizedTest
  @MethodSource("configsOfArtifacts")
  void theConfigOfAnArtifactMayBeAnything(Document config) {
    CheckedUpload checked = check(image(config), List.of(), List.of(config));

    assertThat(checked.configs())
        .containsOnlyKeys(digest(config))
        .containsValue(new CheckedUpload.CheckedConfig("", length(config), Optional.empty()));
    for (String type :
        List.of(
            "application/vnd.oci.image.config.v1+json",
            "application/vnd.docker.container.image.v1+json")) {
      Document ofImage = new Document(type, config.content());
      assertThat(violations(image(ofImage), List.of(), List.of(ofImage)))
          .allMatch(each -> each.startsWith("configs[0].content: "));
      assertThat(violations(image(ofImage), List.of(), List.of(new Document("", config.content()))))
          .isNotEmpty();
    }
  }

  /** Two manifests may refer to the same config as different things. */
  @Test
  void aConfigThatIsOfAnImageTooMustBeReadable() {
    Document artifact = document("a/b", "[]");
    Document ofImage = document("application/vnd.oci.image.config.v1+json", "[]");
    Document index = index(child(image(artifact)), child(image(ofImage)));

    assertThat(
            violations(
                index, List.of(image(artifact), image(ofImage)), List.of(document("", "[]"))))
        .containsExactly("configs[0].content: must be an object");
  }

  /** Go takes each for the one that is known, and so do most clients. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{S,C,L,'Manifests':[]}                     | Manifests must be written manifests",
        "{S,C,L,'manifest\u017f':[]}               | manifest\u017f must be written manifests",
        "{S,C,L,'Layers':[]}                        | Layers must be written layers",
        "{S,C,L,'CONFIG':{}}                        | CONFIG must be written config",
        "{S,C,L,'schemaversion':2}                  | schemaversion must be written schemaVersion",
        "{S,C,L,'MediaType':''}                     | MediaType must be written mediaType",
        "{S,C,L,'Subject':{}}                       | Subject must be written subject",
        "{S,C,L,'annotation\u017f':{}}             | annotation\u017f must be written annotations",
        "{S,C,L,'artifacttype':''}                  | artifacttype must be written artifactType",
        "{S,C,L,'subject':{'Digest':''}}            | subject.Digest must be written digest",
        "{S,C,L,'subject':{'platform':{'OS':''}}}   | subject.platform.OS must be written os",
        "{S,C,L,'subject':{},'subject':{}}          | subject must not be given twice",
        "{S,C,'layers':[{'Digest':'A','size':1}]}   | layers[0].Digest must be written digest",
        "{S,C,'layers':[{'digest':'A','size':1,'Size':2}]} | layers[0].Size must be written size",
        "{S,C,'layers':[{'digest':'A','size':1,'URLs':[]}]} | layers[0].URLs must be written urls",
        "{S,C,'layers':[{'digest':'A','size':1,'Data':''}]} | layers[0].Data must be written data",
        "{S,C,'layers':[{'digest':'A','size':1,'Platform':{}}]} | layers[0].Platform must be",
        "{S,C,'layers':[{'digest':'A','size':1,'platform':{'Architecture':''}}]} | layers[0].platform.Architecture must be written architecture",
        "{S,C,'layers':[{'digest':'A','size':1,'platform':{'o\u017f.ver\u017fion':''}}]} | layers[0].platform.o\u017f.ver\u017fion must be written os.version",
        "{S,C,'layers':[{'digest':'A','size':1,'platform':{'Features':[]}}]} | layers[0].platform.Features must be written features",
      })
  void aNameThatDiffersInCaseIsRefused(String json, String expected) {
    String text =
        json.replace("S,", "'schemaVersion':2,")
            .replace("C,L", "'config':" + descriptor(config("amd64"), "") + ",L")
            .replace("C,", "'config':" + descriptor(config("amd64"), "") + ",")
            .replace("L,", "'layers':[],")
            .replace("L}", "'layers':[]}")
            .replace("'A'", "'" + digest(1) + "'")
            .replace('\'', '"');

    assertThat(violations(manifest(ManifestType.OCI_MANIFEST, text)))
        .anyMatch(each -> each.startsWith("manifest.content: " + expected));
  }

  /** They fold to nothing known, or are names in maps. */
  @Test
  void namesThatFoldToNothingKnownAreUnknown() {
    Document document =
        manifest(
            ManifestType.OCI_MANIFEST,
            """
            {"schemaVersion": 2, "d\u0131gest": 1, "l\u00e4yers": 2, "manifest": 3, "layerss": 4, "": 5,
             "annotations": {"Digest": "a", "digest": "b", "MediaType": "c"},
             "config": %s, "layers": [%s]}"""
                .formatted(
                    descriptor(config("amd64"), ",\"s\u0131ze\":1,\"annotations\":{\"Size\":\"\"}"),
                    LAYER));

    assertThat(check(document).manifests()).containsOnlyKeys(digest(document));
  }

  @Test
  void anIndexRefersToAThousandManifestsAtMost() {
    List<String> thousand =
        IntStream.range(0, ManifestReader.MAX_CHILDREN)
            .mapToObj(i -> descriptor(ManifestType.OCI_MANIFEST.mediaType(), digest(i), 1, ""))
            .toList();
    Document index = index(thousand);
    assertThat(check(index).manifests().get(digest(index)).manifest().children())
        .hasSize(ManifestReader.MAX_CHILDREN);

    assertThat(violations(index(Stream.concat(thousand.stream(), Stream.of("7")).toList())))
        .containsExactly("manifest.content: manifests must have at most 1000 elements");
  }

  @Test
  void anUploadHasSixtyFourChildrenAtMost() {
    List<Document> images =
        IntStream.rangeClosed(0, ImageUploadRules.MAX_CHILDREN)
            .mapToObj(i -> image(config("amd64"), i))
            .toList();
    Document index = index(images.stream().map(image -> child(image)).toList());
    check(index, images.subList(1, images.size()), List.of());

    assertThat(violations(index, images, List.of()))
        .containsExactly("children: must have at most 64 elements");
    List<Document> configs = Collections.nCopies(1_000_000, document("", "{}"));
    assertThat(violations(document("", "{}"), List.of(), configs))
        .contains("configs: must have at most 64 elements");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void nestingIsLimited(String open) {
    String close = open.equals("[") ? "]" : "}";
    int inside = StrictJson.MAX_DEPTH - 1;
    String json = "{\"schemaVersion\":2,\"manifests\":[],\"x\":%s0%s}";
    check(
        manifest(
            ManifestType.OCI_INDEX, json.formatted(open.repeat(inside), close.repeat(inside))));

    String deeper = json.formatted(open.repeat(inside + 1), close.repeat(inside + 1));
    String deepest = json.formatted(open.repeat(500_000), "");
    for (String hostile : List.of(deeper, deepest)) {
      assertThat(violations(manifest(ManifestType.OCI_INDEX, hostile)))
          .containsExactly(
              "manifest.content: must not have more than 64 objects and lists inside of each other");
    }
  }

  @Test
  void aDocumentHasFourMebibytesAtMost() {
    String json = "{\"schemaVersion\":2,\"manifests\":[],\"x\":\"%s\"}";
    int rest = ImageUploadRules.MAX_DOCUMENT - json.formatted("").length();
    check(manifest(ManifestType.OCI_INDEX, json.formatted("a".repeat(rest))));

    assertThat(violations(manifest(ManifestType.OCI_INDEX, json.formatted("a".repeat(rest + 1)))))
        .containsExactly("manifest.content: must have at most 4194304 bytes");
    assertThat(
            violations(
                AMD64,
                List.of(),
                List.of(document("", " ".repeat(ImageUploadRules.MAX_DOCUMENT + 1)))))
        .containsExactly("configs[0].content: must have at most 4194304 bytes");
  }

  @Test
  void aDocumentIsValidUtf8() {
    Document document =
        new Document(
            ManifestType.OCI_INDEX.mediaType(),
            ByteBuffer.wrap(new byte[] {'{', '"', (byte) 0xc0, (byte) 0x80, '"', ':', '1', '}'}));

    assertThat(violations(document)).containsExactly("manifest.content: must be valid UTF-8");
  }

  /** A hundred thousand wrong values are one short answer. */
  @Test
  void theAnswerDoesNotGrowWithTheMistakes() {
    String layers = "[" + "{\"size\":-1},".repeat(100_000) + "{}]";
    String json = "{\"schemaVersion\":2,\"config\":{},\"layers\":" + layers + "}";

    assertThat(violations(manifest(ManifestType.OCI_MANIFEST, json))).hasSize(100);
  }
}
