/** As all pictures are kept. */
export const PICTURE_TYPE = "image/webp";

const ADDRESS = /^\/pictures\/([\da-f]{64})\.webp$/;

/** Where the site serves the picture of a hash. */
export const pictureAddress = (hash: string): string => `/pictures/${hash}.webp`;

/** The hash that an address of ours names; null for every other address. */
export const hashInAddress = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;
