/** The site that a plugin speaks with, and by which key. */
export type BridgeSite = { url: string; key: string };

export type BridgeAnswer = { status: number; answer: unknown };

const TRIES = 3;
const PAUSE_MS = 200;
const TIMEOUT_MS = 5000;

const ask = async ({ url, key }: BridgeSite, method: string, path: string, body: unknown) => {
  const response = await fetch(`${url}/api/bridge${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answer: unknown = await response.json().catch(() => null);
  return { status: response.status, answer };
};

/**
 * One call of the bridge. Where no answer comes back it is sent again as it was: its key sees to it
 * that it is done once.
 * @throws when the site cannot be reached.
 */
export const callBridge = async (
  site: BridgeSite,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<BridgeAnswer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(site, method, path, body);
    } catch (error) {
      if (attempt === TRIES) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
};
