import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";
import { z } from "zod";

/** What a browser keeps for itself: its private key and the secret that it shares with the site. */
type BrowserKeys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

const CURVE = "prime256v1";
const [SALT_BYTES, KEY_BYTES, TAG_BYTES, HEAD_BYTES] = [16, 65, 16, 21];

/** Keys as a browser makes them when it subscribes. */
const makeBrowserKeys = (): BrowserKeys => {
  const curve = createECDH(CURVE);
  const publicKey = curve.generateKeys();
  const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
  return { privateKey: curve.getPrivateKey(), publicKey, auth };
};

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/** A record ends with the last 2 before its zeros. */
const withoutPadding = (record: Buffer): Buffer => {
  let end = record.length - 1;
  while (end >= 0 && record[end] === 0) end -= 1;
  if (record[end] !== 2) throw new Error("The record does not end as the last one does.");
  return record.subarray(0, end);
};

/**
 * Decrypts what a site sends (RFC 8188 and 8291).
 * @returns the text that the service worker would get.
 * @throws where it is not encrypted for this browser.
 */
const decryptPush = (body: Uint8Array, browser: BrowserKeys): string => {
  const bytes = Buffer.from(body);
  const salt = bytes.subarray(0, SALT_BYTES);
  const recordBytes = bytes.readUInt32BE(SALT_BYTES);
  if (bytes[HEAD_BYTES - 1] !== KEY_BYTES)
    throw new Error("The sender's key is no point of P-256.");
  const sender = bytes.subarray(HEAD_BYTES, HEAD_BYTES + KEY_BYTES);
  const record = bytes.subarray(HEAD_BYTES + KEY_BYTES);
  if (record.length > recordBytes) throw new Error("There is more than one record.");
  const curve = createECDH(CURVE);
  curve.setPrivateKey(browser.privateKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.publicKey, sender]);
  const key = derive(curve.computeSecret(sender), browser.auth, info, 32);
  const contentKey = derive(key, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(key, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", contentKey, nonce);
  decipher.setAuthTag(record.subarray(record.length - TAG_BYTES));
  const sealed = record.subarray(0, record.length - TAG_BYTES);
  return withoutPadding(Buffer.concat([decipher.update(sealed), decipher.final()])).toString();
};

const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/;
const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });
const DAY_SECONDS = 24 * 60 * 60;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/** Who sent a message, as far as the service knows them. */
export type VapidSender = { publicKey: string; subject: string };

/**
 * Checks who signed a request (RFC 8292).
 * @param audience the origin of the endpoint.
 * @returns null where the signature, the audience, the time or the contact is not right.
 */
const verifyVapid = async (
  authorization: string | null,
  audience: string,
): Promise<VapidSender | null> => {
  const [, head, claims, signature, publicKey] = HEADER.exec(authorization ?? "") ?? [];
  if (head === undefined || claims === undefined || signature === undefined) return null;
  if (publicKey === undefined) return null;
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle
    .importKey("raw", bytesOf(publicKey), algorithm, false, ["verify"])
    .catch(() => null);
  if (key === null) return null;
  const isSigned = await crypto.subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    key,
    bytesOf(signature),
    new TextEncoder().encode(`${head}.${claims}`),
  );
  const parsed = claimsSchema.safeParse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  if (!isSigned || !parsed.success) return null;
  const { aud, exp, sub } = parsed.data;
  const now = Date.now() / 1000;
  const isTimely = exp > now && exp <= now + DAY_SECONDS;
  const isContact = /^(?:https:\/\/|mailto:)\S+$/.test(sub) && !sub.includes("@localhost");
  return aud === audience && isTimely && isContact ? { publicKey, subject: sub } : null;
};

/** So many messages are kept; the oldest go first. */
const KEPT = 500;
const BODY_MAX_BYTES = 4096;
const TOPIC = /^[\w-]{1,32}$/;
const URGENCIES = new Set(["very-low", "low", "normal", "high"]);

/** A subscription as a browser would hand it out. */
export type PushBrowser = { endpoint: string; keys: { p256dh: string; auth: string } };

/** One message that arrived, decrypted. */
export type PushedMessage = {
  /** Of the subscription. */
  id: string;
  /** What the service worker would get. */
  text: string;
  ttlSeconds: number;
  topic: string | null;
  urgency: string | null;
  /** Who signed it: the key, and whom to ask about it. */
  publicKey: string;
  subject: string;
  /** ISO 8601. */
  receivedAt: string;
};

type Answer = { status: number; retryAfterSeconds?: number | undefined };
type Known = { keys: BrowserKeys; publicKey: string | null; answer: Answer | null };

const answerSchema = z.strictObject({
  status: z.int().min(200).max(599).nullable(),
  retryAfterSeconds: z.int().min(0).max(86_400).optional(),
});

const refuse = (status: number, reason: string) => Response.json({ reason }, { status });

/** What a message must have; null where it has it. */
const wrongIn = ({ headers }: Request, body: Uint8Array): Response | null => {
  const topic = headers.get("topic");
  if (!/^\d+$/.test(headers.get("ttl") ?? "")) return refuse(400, "MissingTtl");
  if (topic !== null && !TOPIC.test(topic)) return refuse(400, "BadTopic");
  if (!URGENCIES.has(headers.get("urgency") ?? "normal")) return refuse(400, "BadUrgency");
  if (headers.get("content-encoding") !== "aes128gcm") return refuse(400, "BadEncoding");
  return body.length > BODY_MAX_BYTES ? refuse(413, "PayloadTooLarge") : null;
};

/** The push service of browsers (RFC 8030): it decrypts what it gets, and checks who has signed it. */
export const createPushService = () => {
  const browsers = new Map<string, Known>();
  let messages: PushedMessage[] = [];

  /** @param host under which the site reaches it. */
  const subscribe = (host: string): PushBrowser => {
    const id = crypto.randomUUID();
    const keys = makeBrowserKeys();
    browsers.set(id, { keys, publicKey: null, answer: null });
    return {
      endpoint: `https://${host}/push/${id}`,
      keys: { p256dh: keys.publicKey.toString("base64url"), auth: keys.auth.toString("base64url") },
    };
  };

  const answer = (id: string, given: Answer | null): void => {
    const known = browsers.get(id);
    if (known === undefined) throw new Error("There is no such subscription.");
    known.answer = given;
  };

  const take = async (id: string, request: Request): Promise<Response> => {
    const known = browsers.get(id);
    if (known === undefined) return refuse(404, "Unregistered");
    const body = await request.bytes();
    const { host } = new URL(request.url);
    const sender = await verifyVapid(request.headers.get("authorization"), `https://${host}`);
    if (sender === null) return refuse(403, "BadJwtToken");
    // Whoever sent first is the one with whose key the browser subscribed.
    known.publicKey ??= sender.publicKey;
    if (known.publicKey !== sender.publicKey) return refuse(403, "VapidPkHashMismatch");
    const wrong = wrongIn(request, body);
    if (wrong !== null) return wrong;
    const { answer: told } = known;
    if (told !== null && told.status >= 300) {
      const { status, retryAfterSeconds } = told;
      const headers = {
        ...(retryAfterSeconds !== undefined && { "retry-after": `${retryAfterSeconds}` }),
      };
      return new Response(null, { status, headers });
    }
    const { headers } = request;
    let text: string;
    try {
      text = decryptPush(body, known.keys);
    } catch {
      return refuse(400, "NotForThisBrowser");
    }
    const message = {
      id,
      text,
      ttlSeconds: Number(headers.get("ttl")),
      topic: headers.get("topic"),
      urgency: headers.get("urgency"),
      ...sender,
      receivedAt: new Date().toISOString(),
    };
    messages = [message, ...messages].slice(0, KEPT);
    return new Response(null, {
      status: 201,
      headers: { location: `/push/message/${messages.length}` },
    });
  };

  return {
    subscribe,
    /** What it answers to messages for a subscription from now on; null: as it should. */
    answer,
    /** What arrived, the newest first. */
    arrived: (): readonly PushedMessage[] => messages,
    /** Everything below `/push`; `rest` is the path's parts after it. */
    handle: async (request: Request, [id, act, ...more]: readonly string[]): Promise<Response> => {
      const isPost = request.method === "POST";
      if (more.length > 0) return refuse(404, "The sandbox has nothing there.");
      if (id === undefined)
        return Response.json(isPost ? subscribe(new URL(request.url).host) : messages);
      if (!isPost) return refuse(405, "POST only.");
      if (act === undefined) return take(id, request);
      const parsed = answerSchema.safeParse(await request.json().catch(() => null));
      if (act !== "answer" || !browsers.has(id))
        return refuse(404, "The sandbox has nothing there.");
      if (!parsed.success) return refuse(400, 'Give {"status": 410}, or null for as it should be.');
      const { status, retryAfterSeconds } = parsed.data;
      answer(id, status === null ? null : { status, retryAfterSeconds });
      return Response.json({ status });
    },
  };
};
export type PushService = ReturnType<typeof createPushService>;
