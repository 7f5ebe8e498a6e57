import { smallPicture } from "./small-picture.ts";

type Picture = Uint8Array<ArrayBuffer>;

const SOURCE_MAX_BYTES = 1024 * 1024;
const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

const readBytes = async (response: Response): Promise<Picture | null> => {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest of the transfer.
    if (bytes > SOURCE_MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};

/** `none`: there is no picture that we take; `unreachable`: there may be one another time. */
type Fetched = Picture | "none" | "unreachable";

/**
 * Fetches a picture from a provider: no redirects, one megabyte at most.
 * @param address below a base that is configured, never one that a stranger gave.
 * @returns its bytes as they came.
 */
const fetchPicture = async (address: string, timeoutMs: number): Promise<Fetched> => {
  try {
    const response = await fetch(address, {
      headers: { accept: [...TYPES].join(", ") },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
    if (response.ok && TYPES.has(type.trim().toLowerCase()))
      return (await readBytes(response)) ?? "none";
    await response.body?.cancel();
    // A page in its place is what passes; a picture of another kind stays one.
    const isOther = response.ok && !type.trim().toLowerCase().startsWith("image/");
    return response.status >= 500 || response.status === 429 || isOther ? "unreachable" : "none";
  } catch {
    return "unreachable";
  }
};

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
): Promise<Fetched> => {
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
