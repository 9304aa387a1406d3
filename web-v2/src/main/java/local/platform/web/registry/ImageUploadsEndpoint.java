package local.platform.web.registry;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import local.platform.foundation.error.FieldViolations;
import local.platform.foundation.error.PlatformException;
import local.platform.foundation.share.Places;
import local.platform.foundation.uid.Uid;
import local.platform.proto.registry.images.Document;
import local.platform.proto.registry.images.ImageUploadsProto;
import local.platform.proto.registry.images.UploadImageRequest;
import local.platform.proto.registry.images.UploadedImage;
import local.platform.registry.image.ImageService;
import local.platform.registry.image.ImageUpload;
import local.platform.web.endpoint.ApiVersion;
import local.platform.web.endpoint.Call;
import local.platform.web.endpoint.Endpoint;
import local.platform.web.endpoint.ServiceMethods;
import local.platform.web.endpoint.Upload;
import local.platform.web.json.ProtoJson;

/** Implements {@code ImageUploadsService}, over REST only. */
@ApplicationScoped
public class ImageUploadsEndpoint implements Endpoint {
  /** Maximum length of an upload, in bytes. */
  private static final int MAX_BODY = 8 << 20;

  /**
   * How many uploads are read or stored at a time. Each takes up to eight times its length of
   * memory.
   */
  private static final int PLACES = 4;

  /** How many uploads of an organization are read or stored at a time. */
  private static final int SHARE = 2;

  /** While there are so many uploads, an organization may have one. */
  private static final int MANY = 2;

  private final Places places = new Places(PLACES, SHARE, MANY);
  @EJB private ImageService images;

  @Override
  public ServiceMethods methods() {
    return ServiceMethods.of(
            ImageUploadsProto.getDescriptor(), "ImageUploadsService", ApiVersion.NONE)
        .onUpload(UploadImageRequest.getDefaultInstance(), () -> MAX_BODY, this::upload)
        .withoutGrpc();
  }

  private UploadedImage upload(Call call, UploadImageRequest request, Upload upload) {
    Uid repo = call.requiredUid("repoUid", request.getRepoUid());
    images.requireUpload(call.caller(), repo);
    take(repo);
    try {
      return message(images.upload(call.caller(), repo, read(upload, call.violations())));
    } finally {
      places.free(repo);
    }
  }

  private void take(Uid repo) {
    switch (places.take(repo)) {
      case NONE_IS_FREE ->
          throw PlatformException.unavailable(
              "the server receives as many images as it can: try again later");
      case SHARE_IS_USED ->
          throw PlatformException.unavailable(
              "the server receives as many images for this organization as it may send at a time,"
                  + " which are "
                  + SHARE
                  + ", or one while the server receives "
                  + MANY
                  + " or more: try again later");
      case TAKEN -> {
        // The upload may begin.
      }
    }
  }

  private static ImageUpload read(Upload upload, FieldViolations violations) {
    UploadImageRequest.Builder documents = UploadImageRequest.newBuilder();
    try (InputStream body = upload.open()) {
      ProtoJson.read(body.readAllBytes(), documents, violations);
    } catch (IOException e) {
      throw Upload.endedEarly();
    }
    violations.throwIfAny();
    return upload(documents.build());
  }

  private static ImageUpload upload(UploadImageRequest request) {
    return new ImageUpload(
        document(request.getManifest()),
        documents(request.getChildrenList()),
        documents(request.getConfigsList()));
  }

  private static List<ImageUpload.Document> documents(List<Document> documents) {
    return documents.stream().map(ImageUploadsEndpoint::document).toList();
  }

  private static ImageUpload.Document document(Document document) {
    return new ImageUpload.Document(
        document.getMediaType(), document.getContent().asReadOnlyByteBuffer());
  }

  private static UploadedImage message(local.platform.registry.image.UploadedImage uploaded) {
    return UploadedImage.newBuilder()
        .setDigest(uploaded.image().digest())
        .setMediaType(uploaded.image().mediaType())
        .addAllArchitectures(uploaded.architectures())
        .addAllMissingChildren(uploaded.missingChildren())
        .addAllMissingConfigs(uploaded.missingConfigs())
        .build();
  }
}
