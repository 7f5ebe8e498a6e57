import { buildPushPayload } from "@block65/webcrypto-web-push";
import { dropCryptoErrors } from "#server/core/crypto-errors.ts";
import { retryAfterMs } from "#server/core/retry.ts";
import { isPushEndpoint, wireAddressOf } from "./endpoints.ts";
import type { PushOutcome, PushSender } from "./port.ts";
import type { VapidKey } from "./vapid-key.ts";

const TIMEOUT_MS = 10_000;
const PUBLIC_BYTES = 65;
const AUTH_BYTES = 16;
/** A service that wants to be left alone for longer is asked again after this all the same. */
const RETRY_AFTER_MAX_MS = 6 * 60 * 60_000;

const isBase64Url = (text: string) => /^[\w-]+=*$/.test(text);

const outcomeOf = (response: Response): PushOutcome => {
  const { status, headers } = response;
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const code = String(status);
  if (status === 429 || status >= 500) {
    const bounds = { nowMs: Date.now(), maxMs: RETRY_AFTER_MAX_MS };
    return { kind: "later", afterMs: retryAfterMs(headers.get("retry-after"), bounds), code };
  }
  return { kind: "refused", code };
};

/**
 * Speaks to the push services of browsers (RFC 8030, 8188, 8291 and 8292).
 * @param given.subject who we are, for a service that has to reach somebody: an https or a mailto address.
 * @param given.hosts push services besides the known ones.
 */
export const createPushSender = ({
  key,
  subject,
  hosts,
}: {
  key: VapidKey;
  subject: () => string;
  hosts: readonly string[];
}): PushSender => ({
  publicKey: key.publicKey,
  isAllowed: (endpoint) => isPushEndpoint(endpoint, hosts),
  areKeys: async ({ p256dh, auth }) => {
    if (!isBase64Url(p256dh) || !isBase64Url(auth)) return false;
    const point = Buffer.from(p256dh, "base64url");
    if (point.length !== PUBLIC_BYTES || Buffer.from(auth, "base64url").length !== AUTH_BYTES)
      return false;
    const curve = { name: "ECDH", namedCurve: "P-256" };
    const isOnCurve = crypto.subtle.importKey("raw", point, curve, false, []).then(
      () => true,
      () => false,
    );
    // Before anybody else goes on.
    dropCryptoErrors();
    return await isOnCurve.finally(dropCryptoErrors);
  },
  send: async ({ endpoint, p256dh, auth }, { text, topic, keptMs }) => {
    // It may have been allowed when it was stored.
    if (!isPushEndpoint(endpoint, hosts)) return { kind: "gone" };
    try {
      const options = {
        ttl: Math.ceil(keptMs / 1000),
        urgency: "normal" as const,
        ...(topic !== null && { topic }),
      };
      const { headers, body } = await buildPushPayload(
        { data: text, options },
        { endpoint, expirationTime: null, keys: { p256dh, auth } },
        { ...key, subject: subject() },
      );
      const response = await fetch(wireAddressOf(endpoint), {
        method: "POST",
        headers,
        body: new Uint8Array(body),
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return outcomeOf(response);
    } catch (error) {
      const code = error instanceof Error ? error.name : "unknown";
      return { kind: "later", afterMs: null, code };
    }
  },
});
