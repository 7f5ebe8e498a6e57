const SOURCE_MAX_BYTES = 1024 * 1024;
const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

const readBytes = async (response: Response): Promise<Uint8Array<ArrayBuffer> | null> => {
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
type Fetched = Uint8Array<ArrayBuffer> | "none" | "unreachable";

/**
 * Fetches a picture from a provider: no redirects, one megabyte at most.
 * @param address below a base that is configured, never one that a stranger gave.
 * @returns its bytes as they came.
 */
export const fetchPicture = async (address: string, timeoutMs: number): Promise<Fetched> => {
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
