import { createHmac } from "node:crypto";
import { decrypt, encrypt } from "#server/auth/encryption.ts";
import type { Ctx } from "#server/context/context.ts";
import type { WebhookRequest } from "#server/providers/webhooks/port.ts";
import type { Tables } from "#server/store/store.ts";

type Keys = Pick<Ctx["auth"], "lastingKeyFor">;

/** The purpose of the key with which addresses and secrets of webhooks are encrypted. */
const KEY = "webhooks";

/** For the row of the webhook with this id, and for no other. */
export const sealed = (auth: Keys, id: string, text: string): string =>
  encrypt(auth.lastingKeyFor(KEY), text, id);

const opened = (auth: Keys, id: string, text: string): string | null =>
  decrypt(auth.lastingKeyFor(KEY), text, id);

type Hook = Pick<Tables["webhooks"]["$inferSelect"], "id" | "kind" | "url" | "secret">;
type Delivery = Pick<
  Tables["webhookDeliveries"]["$inferSelect"],
  "id" | "event" | "payload" | "createdAt"
>;

/** In 24 bits, as Discord has colours. */
const COLOURS: Readonly<Record<string, number>> = {
  "server.down": 0xd9_53_4f,
  "server.up": 0x3f_b9_50,
  "ticket.overdue": 0xe0_9f_3e,
  "order.flagged": 0xe0_9f_3e,
  "strike.issued": 0xe0_9f_3e,
};
const COLOUR = 0x6b_8a_fd;

/** What is said by people stays what they typed: it neither looks like a link nor like a heading. */
const plain = (text: string, max: number): string => {
  const escaped = text
    .replaceAll(/[\\*_~`|>[\]()<]/g, String.raw`\$&`)
    .replaceAll(/^[#-]/gm, String.raw`\$&`);
  return escaped.length <= max ? escaped : `${escaped.slice(0, max - 1)}…`;
};

const TITLE_MAX = 256;
const DESCRIPTION_MAX = 2000;

const asDiscord = ({ event, payload, createdAt }: Delivery, publicUrl: string) => ({
  embeds: [
    {
      title: plain(payload.title, TITLE_MAX),
      description: plain(payload.text, DESCRIPTION_MAX),
      url: `${publicUrl}${payload.path}`,
      color: COLOURS[event] ?? COLOUR,
      timestamp: createdAt.toISOString(),
    },
  ],
  // Nobody is called by what somebody else has typed.
  allowed_mentions: { parse: [] },
});

const asJson = ({ id, event, payload, createdAt }: Delivery, publicUrl: string) => ({
  id: `msg_${id}`,
  type: event,
  timestamp: createdAt.toISOString(),
  title: payload.title,
  text: payload.text,
  url: `${publicUrl}${payload.path}`,
  data: payload.data,
});

/**
 * Signs a delivery as Standard Webhooks has it: HMAC-SHA256 over id, time and body.
 * @param secret `whsec_` and the key in Base64.
 * @see https://www.standardwebhooks.com
 */
const signatureOf = (
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
};

/** @returns what goes out; null where the address was encrypted with a key that is gone. */
export const requestOf = (
  { auth, clock, config }: Pick<Ctx, "auth" | "clock" | "config">,
  hook: Hook,
  delivery: Delivery,
): WebhookRequest | null => {
  const url = opened(auth, hook.id, hook.url);
  const secret = opened(auth, hook.id, hook.secret);
  if (url === null || secret === null) return null;
  if (hook.kind === "discord")
    return { url, headers: {}, body: JSON.stringify(asDiscord(delivery, config.publicUrl)) };
  const id = `msg_${delivery.id}`;
  const seconds = Math.floor(clock.now().getTime() / 1000);
  const body = JSON.stringify(asJson(delivery, config.publicUrl));
  return {
    url,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signatureOf(secret, { id, seconds, body }),
    },
    body,
  };
};
