import { createECDH } from "node:crypto";
import { buildPushPayload } from "@block65/webcrypto-web-push";
import { retryAfterMs } from "#server/core/clock.ts";
import { dropCryptoErrors } from "#server/core/errors.ts";
import type { PushOutcome, PushSender } from "#server/providers/ports/sending.ts";
import { PUSH_ENDPOINT_MAX } from "#shared/constants/mail.ts";

const CURVE = "prime256v1";
const PRIVATE_BYTES = 32;

/** By which the site shows push services who it is, in base64url. */
type VapidKey = { publicKey: string; privateKey: string };

/** Makes the private half, in base64url. */
export const makeVapidKey = (): string => {
  const curve = createECDH(CURVE);
  curve.generateKeys();
  // Without its leading zeros it would be another length.
  return Buffer.from(curve.getPrivateKey("hex").padStart(2 * PRIVATE_BYTES, "0"), "hex").toString(
    "base64url",
  );
};

/** @throws where it is no private key of the curve P-256. */
export const vapidKeyOf = (privateKey: string): VapidKey => {
  const curve = createECDH(CURVE);
  curve.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return { privateKey, publicKey: curve.getPublicKey().toString("base64url") };
};

/** The services of the browsers that there are: Chrome and its kin, Firefox, Safari, Edge. */
const KNOWN_HOSTS: readonly string[] = [
  "fcm.googleapis.com",
  "updates.push.services.mozilla.com",
  "*.push.apple.com",
  "*.notify.windows.com",
];

const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;

/**
 * Whether an address that a browser gave may be asked: https, written as it is, and on the host of a push service.
 * Anybody can send us any address, and ours is a machine among others that must not be reached.
 * @param configured hosts besides, `host` or `host:port`.
 */
const isPushEndpoint = (endpoint: string, configured: readonly string[]): boolean => {
  if (endpoint.length > PUSH_ENDPOINT_MAX) return false;
  const url = URL.parse(endpoint);
  if (url === null || url.href !== endpoint || url.protocol !== "https:") return false;
  if (url.username !== "" || url.password !== "" || url.hash !== "") return false;
  // A host of another port is another host.
  return [...KNOWN_HOSTS, ...configured].some((pattern) => matches(url.host, pattern));
};

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Where it is really asked: a service on this machine, which only the owner can have named, has no certificate.
 * @param endpoint one that `isPushEndpoint` lets pass.
 */
const wireAddressOf = (endpoint: string): string => {
  const url = new URL(endpoint);
  return LOOPBACK.has(url.hostname) ? `http:${endpoint.slice("https:".length)}` : endpoint;
};

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
