import { lookup as systemLookup } from "node:dns/promises";
import { once } from "node:events";
import { isIP } from "node:net";
import { isPrivateAddress } from "#server/core/addresses.ts";
import { retryAfterMs } from "#server/core/clock.ts";
import type { SendWebhook, WebhookOutcome } from "#server/providers/ports/sending.ts";
import { WEBHOOK_ERRORS } from "#shared/webhook-messages.ts";

const TIMEOUT_MS = 10_000;
/** No receiver has to be left alone for longer, whatever it says. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/** @returns every address of a host; throws where it has none. */
export type Lookup = (host: string) => Promise<readonly { address: string }[]>;

const lookupAll: Lookup = (host) => systemLookup(host, { all: true });

const failed = (
  error: string,
  { isGone = false, waitMs = null as number | null } = {},
): WebhookOutcome => ({ isSent: false, error, isGone, retryAfterMs: waitMs });

/** For how long a receiver wants to be left alone, in ms; null where it does not say so. */
const retryAfterOf = ({ status, headers }: Response): number | null => {
  if (status !== 429 && status !== 503) return null;
  const bounds = { nowMs: Date.now(), maxMs: RETRY_AFTER_MAX_MS };
  const waitMs = retryAfterMs(headers.get("retry-after"), bounds);
  return waitMs === 0 ? null : waitMs;
};

const judged = (response: Response): WebhookOutcome => {
  const { status } = response;
  if (response.ok) return { isSent: true };
  if (status >= 300 && status < 400) return failed(WEBHOOK_ERRORS.redirect);
  return failed(WEBHOOK_ERRORS.status(status), {
    isGone: status === 410,
    waitMs: retryAfterOf(response),
  });
};

/** Rejects at the deadline: a look-up takes no signal. */
const whenAborted = async (signal: AbortSignal): Promise<never> => {
  await once(signal, "abort");
  throw new Error("The deadline has passed.");
};

/**
 * Hands deliveries over: one POST, no redirects, ten seconds. Before each the host is looked up, and one that
 * has an address in a private network is not asked: where a name leads may change after it was saved. Between
 * that look and the connection TLS stands guard, as a host inside has no certificate for the name.
 * @param isOwn hosts of the owner's own network, as the machine's configuration names them.
 */
export const createWebhookSender =
  (
    isOwn: (url: URL) => boolean,
    { timeoutMs = TIMEOUT_MS, lookup = lookupAll }: { timeoutMs?: number; lookup?: Lookup } = {},
  ): SendWebhook =>
  async ({ url: address, headers, body }) => {
    const url = URL.parse(address);
    if (url === null) return failed(WEBHOOK_ERRORS.unreadable);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      if (!isOwn(url)) {
        const host = url.hostname.replaceAll(/^\[|\]$/g, "");
        const found =
          isIP(host) === 0
            ? await Promise.race([lookup(host), whenAborted(signal)])
            : [{ address: host }];
        if (url.protocol !== "https:" || found.some((one) => isPrivateAddress(one.address)))
          return failed(WEBHOOK_ERRORS.privateHost);
      }
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
        redirect: "manual",
        signal,
      });
      await response.body?.cancel();
      return judged(response);
    } catch {
      return failed(signal.aborted ? WEBHOOK_ERRORS.timeout : WEBHOOK_ERRORS.unreachable);
    }
  };
