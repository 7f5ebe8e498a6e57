import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import type { TebexConfig } from "#server/config/config.ts";
import { systemClock } from "#server/core/clock.ts";
import { type Breaker, createBreaker } from "#server/providers/breaker.ts";
import { readLimited } from "#server/providers/limited-body.ts";
import { TEBEX_TIMEOUT_MS, type ShopApi, ShopFailure, type ShopFailureReason } from "./port.ts";
import { basketReply, linkList, packageList, readProblem } from "./wire.ts";

/** Words of Tebex's sentences, of which no list exists. */
const WORDS: readonly [RegExp, ShopFailureReason][] = [
  [/basket not found|invalid basket|package not found/iu, "missing"],
  [/\b(?:log ?in|sign ?in|signed in|logged in)\b/i, "sign_in"],
  [/\bauthenticat/i, "sign_in"],
  [/limit|cannot be greater than|already (own|bought|purchased)|only be purchased once/iu, "limit"],
];

const reasonOf = (status: number, words: string): ShopFailureReason => {
  // Our own credentials, too many questions, or Tebex's own trouble: nothing of the buyer's.
  if (status === 401 || status === 429 || status < 400 || status > 499) return "unreachable";
  const found = WORDS.find(([pattern]) => pattern.test(words));
  if (found !== undefined) return found[1];
  return status === 404 ? "missing" : "refused";
};

/** Why Tebex did not do it. @param body what it answered, as parsed JSON; null for none. */
const toShopFailure = (status: number, body: unknown): ShopFailure => {
  const { code, detail } = readProblem(body);
  const reason = reasonOf(status, `${code.replaceAll("_", " ")} ${detail}`);
  return new ShopFailure(reason, detail || null);
};

const HEX = /^[\da-f]{64}$/iu;

/**
 * Whether Tebex has signed exactly these bytes: an HMAC over their hash in hexadecimal
 * [PAY-01].
 */
const isSignedBy = (body: Uint8Array, signature: string, secret: string): boolean => {
  if (!HEX.test(signature)) return false;
  const digest = createHash("sha256").update(body).digest("hex");
  const expected = createHmac("sha256", secret).update(digest).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
};

/** A whole catalogue with its HTML. */
const REPLY_MAX_BYTES = 4 * 1024 * 1024;
const UNAUTHORIZED = 401;
const TOO_MANY = 429;

type Question = { method?: "GET" | "POST"; body?: unknown; headers?: Record<string, string> };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** One exchange: no redirects, a bounded body, a deadline. @returns why there is no whole answer. */
const exchange = async (address: string, question: Question) => {
  const { method = "GET", body, headers } = question;
  const signal = AbortSignal.timeout(TEBEX_TIMEOUT_MS);
  try {
    const response = await fetch(address, {
      method,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "error",
      signal,
    });
    const text = await readLimited(response, REPLY_MAX_BYTES);
    return { isOk: response.ok, status: response.status, text };
  } catch {
    return signal.aborted ? "timeout" : "unreachable";
  }
};

/** Where a question is about no basket, Tebex's not knowing something is our configuration's. */
const asConfigured = (error: unknown): never => {
  if (error instanceof ShopFailure && error.reason === "missing")
    throw new ShopFailure("unreachable", error.detail);
  throw error;
};

/**
 * Tebex's Headless API.
 * @param breaker while it is open Tebex counts as unreachable, and is not asked.
 */
export const createTebex = (
  config: TebexConfig,
  breaker: Breaker = createBreaker({ clock: systemClock, log: null }, "tebex"),
): ShopApi => {
  const { apiBase, publicToken, privateKey, webhookSecret } = config;
  const account = `${apiBase}/accounts/${encodeURIComponent(publicToken)}`;
  const basketAddress = (ident: string) => `${account}/baskets/${encodeURIComponent(ident)}`;

  /** What is refused: calls with the private key (true), or those without. The one says nothing of the other. */
  const refused = new Set<boolean>();

  const ask = async <T>(
    address: string,
    schema: z.ZodType<T>,
    question: Question = {},
  ): Promise<T> => {
    if (!breaker.admits()) throw new ShopFailure("unreachable");
    const failed = (reason: string) => {
      breaker.failed(reason);
      return new ShopFailure("unreachable");
    };
    const { headers } = question;
    const reply = await exchange(address, question);
    if (reply === "timeout" || reply === "unreachable") throw failed(reply);
    const { isOk, status, text } = reply;
    const body = text === null ? null : parseJson(text);
    if (status >= 500 || status === TOO_MANY) {
      breaker.failed("status");
      throw toShopFailure(status, body);
    }
    if (isOk && body === null) throw failed("malformed");
    const hasKey = headers !== undefined;
    if (status === UNAUTHORIZED) {
      refused.add(hasKey);
      breaker.refused();
    } else {
      refused.delete(hasKey);
      if (refused.size === 0) breaker.succeeded();
      else breaker.answered();
    }
    if (!isOk) throw toShopFailure(status, body);
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new ShopFailure("unreachable");
    return parsed.data;
  };

  return {
    packages: () => ask(`${account}/packages`, packageList).catch(asConfigured),
    createBasket: ({ custom, completeUrl, cancelUrl, ipAddress }) =>
      ask(`${account}/baskets`, basketReply, {
        method: "POST",
        body: {
          complete_url: completeUrl,
          cancel_url: cancelUrl,
          complete_auto_redirect: true,
          custom,
          // Tebex believes an address only of its owner.
          ...(privateKey !== null && ipAddress !== null && { ip_address: ipAddress }),
        },
        ...(privateKey !== null && {
          headers: {
            authorization: `Basic ${Buffer.from(`${publicToken}:${privateKey}`).toString("base64")}`,
          },
        }),
      }).catch(asConfigured),
    signInLinks: (ident, returnUrl) =>
      ask(`${basketAddress(ident)}/auth?${new URLSearchParams({ returnUrl })}`, linkList),
    addPackage: (ident, { packageId, quantity, type }) =>
      ask(`${apiBase}/baskets/${encodeURIComponent(ident)}/packages`, basketReply, {
        method: "POST",
        body: { package_id: String(packageId), quantity, type },
      }),
    removePackage: (ident, packageId) =>
      ask(`${apiBase}/baskets/${encodeURIComponent(ident)}/packages/remove`, basketReply, {
        method: "POST",
        body: { package_id: String(packageId) },
      }),
    basket: (ident) => ask(basketAddress(ident), basketReply),
    isSigned: (body, signature) => isSignedBy(body, signature, webhookSecret),
  };
};
