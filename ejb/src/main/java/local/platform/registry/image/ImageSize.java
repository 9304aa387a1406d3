package local.platform.registry.image;

/**
 * The size of an image for one architecture.
 *
 * @param size length of its config and layers together, in bytes
 * @param architecture the architecture, with a slash and the variant where there is one
 */
public record ImageSize(long size, String architecture) {}
