import { isIP } from "node:net";
import { isNull } from "drizzle-orm";
import type { WebhookConfig } from "#server/config/config.ts";
import type { Tx } from "#server/context/context.ts";
import { isPrivateAddress } from "#server/core/addresses.ts";
import type { WebhookPayload } from "#server/store/schema.notifications.ts";
import type { WebhookEvent, WebhookKind } from "#shared/constants/webhooks.ts";
import { WEBHOOK_ADDRESSES } from "#shared/webhook-messages.ts";

export { deliverWebhooks, forgetDeliveries } from "./deliver.ts";

const DISCORD_HOSTS: ReadonlySet<string> = new Set([
  "discord.com",
  "canary.discord.com",
  "ptb.discord.com",
  "discordapp.com",
]);
const DISCORD_PATH = /^\/api\/(?:v\d{1,2}\/)?webhooks\/\d{1,20}\/[\w-]{1,200}$/;

/** Whether a URL leads where the machine's configuration says that it may, be it private or without TLS. */
export const ownHostTest =
  ({ discordBase, ownHosts }: WebhookConfig): ((url: URL) => boolean) =>
  (url) =>
    ownHosts.includes(url.host) || url.origin === new URL(discordBase).origin;

const isDiscord = (url: URL, { discordBase }: WebhookConfig): boolean =>
  (DISCORD_HOSTS.has(url.host) && url.protocol === "https:" && DISCORD_PATH.test(url.pathname)) ||
  url.href.startsWith(`${discordBase}/webhooks/`);

/** A right address: where it leads, how it is written there, and what of it may be shown. */
export type WebhookAddress = { url: string; kind: WebhookKind; shownUrl: string };

/**
 * Reads the address that an owner gives a webhook.
 * @returns the address, or the sentence that says what is wrong with it.
 */
export const readWebhookAddress = (
  written: string,
  config: WebhookConfig,
): WebhookAddress | { problem: string } => {
  const url = URL.parse(written.trim());
  const isOwn = url !== null && ownHostTest(config)(url);
  if (url === null || !(url.protocol === "https:" || (url.protocol === "http:" && isOwn)))
    return { problem: WEBHOOK_ADDRESSES.notHttps };
  if (url.username !== "" || url.password !== "")
    return { problem: WEBHOOK_ADDRESSES.withPassword };
  if (!isOwn && url.port !== "") return { problem: WEBHOOK_ADDRESSES.withPort };
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  const isInside = isIP(host) === 0 ? !host.includes(".") : isPrivateAddress(host);
  if (!isOwn && isInside) return { problem: WEBHOOK_ADDRESSES.privateHost };
  url.hash = "";
  const kind = isDiscord(url, config) ? "discord" : "https";
  return { url: url.href, kind, shownUrl: `${url.origin}/…` };
};

/**
 * Has every webhook told that wants to hear of it, in the caller's transaction: what is rolled back is told to
 * nobody, and what has happened is told even where the program ends at once [HOOK-01].
 * @param payload `path` is one of this site; `data` says the same as `title` and `text` for programs.
 */
export const announce = async (
  tx: Tx,
  event: WebhookEvent,
  payload: WebhookPayload,
): Promise<void> => {
  const { webhooks, webhookDeliveries } = tx.tables;
  const known = await tx
    .select({ id: webhooks.id, events: webhooks.events })
    .from(webhooks)
    .where(isNull(webhooks.pausedAt));
  const told = known.filter(({ events }) => events.includes(event));
  if (told.length === 0) return;
  const now = tx.clock.now();
  await tx.insert(webhookDeliveries).values(
    told.map(({ id }) => ({
      webhookId: id,
      event,
      payload,
      createdAt: now,
      attempts: 0,
      nextAttemptAt: now,
    })),
  );
};
