/**
 * Pictures of the site's own are at `/media/KEY.webp`. Their key ends with their size in pixels, so that
 * whoever reads an address knows how much room the picture takes before it is there.
 */
const KEY = /^[\da-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})$/;
const ADDRESS = /^\/media\/([^/]*)\.webp$/;

export type MediaSize = { width: number; height: number };

/** @param hash of its bytes, 32 hexadecimal digits. */
export const mediaKey = (hash: string, { width, height }: MediaSize): string =>
  `${hash}-${width}x${height}`;

/** Where the picture with this key is served. */
export const mediaAddress = (key: string): string => `/media/${key}.webp`;

/** The size of the picture at an address, in pixels; null for what is no address of one with a size. */
export const mediaSizeOf = (address: string): MediaSize | null => {
  const found = KEY.exec(ADDRESS.exec(address)?.[1] ?? "");
  return found === null ? null : { width: Number(found[1]), height: Number(found[2]) };
};

/** A picture in a small place is no longer than this, in pixels: room for twice as many as it takes. */
export const SMALL_EDGE_PX = 480;

/** Where the same picture is for small places; where its size is not known, as large as it is. */
export const smallAddress = (address: string): string =>
  mediaSizeOf(address) === null ? address : address.replace(/\.webp$/, ".small.webp");
