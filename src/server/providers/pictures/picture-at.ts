import { fetchPicture } from "./fetch-picture.ts";
import { smallPicture } from "./small-picture.ts";

type Picture = Uint8Array<ArrayBuffer>;

/**
 * The small picture of what is found at a provider's address.
 * @param address below a base that is configured, never one that a stranger gave.
 * @param make what it is made with.
 * @returns `none` where there is none, `unreachable` where there may be one another time.
 */
export const fetchSmallPicture = async (
  address: string,
  timeoutMs: number,
  make: typeof smallPicture = smallPicture,
): Promise<Picture | "none" | "unreachable"> => {
  const found = await fetchPicture(address, timeoutMs);
  return typeof found === "string" ? found : ((await make(found)) ?? "none");
};

/** The same, null where there is none to be had: that is no reason to fail. */
export const pictureAt = async (
  ...asked: Parameters<typeof fetchSmallPicture>
): Promise<Picture | null> => {
  const found = await fetchSmallPicture(...asked);
  return typeof found === "string" ? null : found;
};
