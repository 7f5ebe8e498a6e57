import { z } from "zod";
import { type BrowserKeys, decryptPush, makeBrowserKeys } from "./decrypt.ts";
import { verifyVapid } from "./vapid.ts";

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
