/** The largest file that is taken as a picture of the site, in bytes. */
export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;

/** What a picture of the site is made of. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/gif";

/**
 * Where a picture stands: the ratio of width to height that it is cropped to, null for any, and how many
 * pixels of it are worth keeping.
 */
export const PICTURE_PLACES = {
  logo: { aspect: null, width: 1024, height: 1024 },
  icon: { aspect: 1, width: 512, height: 512 },
  social: { aspect: 1200 / 630, width: 1200, height: 630 },
  game: { aspect: 16 / 9, width: 1600, height: 900 },
} as const;
export type PicturePlace = keyof typeof PICTURE_PLACES;
