import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { TebexConfig } from "#server/config/config.ts";
import { parseUtc, systemClock } from "#server/core/clock.ts";
import { type Breaker, createBreaker } from "#server/providers/breaker.ts";
import { fetchSmallPicture, smallPicture } from "#server/providers/pictures/pictures.ts";
import {
  type ShopApi,
  type ShopBasket,
  type ShopCustom,
  ShopFailure,
  type ShopFailureReason,
  type Shopfront,
  TEBEX_TIMEOUT_MS,
  type TebexPackage,
} from "#server/providers/ports/outside.ts";
import { cleanLine, readLimited } from "#server/providers/received-text.ts";
import type { PackageType } from "#shared/constants/shop.ts";

const DETAIL_MAX = 200;
/** More than any shop sells; what is behind it is left out. */
const PACKAGES_MAX = 500;
/** As long as a name may be. */
const NAME_MAX = 100;
/** What nothing costs. */
const AMOUNT_MAX = 1e9;

const typeOf = (raw: string): PackageType => (raw === "subscription" ? "subscription" : "single");

const currency = z.string().regex(/^[A-Z]{3}$/u);
/** PHP writes some numbers as texts; nothing else counts as one, least of all nothing. */
const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,6})?$/u)
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(AMOUNT_MAX));

const tebexPackage = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    type: z.enum(["single", "subscription", "both"]),
    total_price: amount,
    sales_tax: amount.nullish().catch(null),
    currency,
    // Neither a picture nor a date is a reason to fail.
    image: z.string().nullish().catch(null),
    description: z.string().nullish().catch(null),
    expiration_date: z.string().nullish().catch(null),
    user_limit: z.int().positive().nullish().catch(null),
  })
  .transform((raw): TebexPackage => ({
    id: raw.id,
    name: raw.name,
    type: typeOf(raw.type),
    totalPrice: raw.total_price,
    netPrice: Math.max(0, raw.total_price - (raw.sales_tax ?? 0)),
    currency: raw.currency,
    image: raw.image ?? null,
    description: raw.description ?? "",
    expiresAt: parseUtc(raw.expiration_date ?? ""),
    userLimit: raw.user_limit ?? null,
  }));

/** A list of packages. One that makes no sense is left out; where all make none, so does the list. */
const packageList = z
  .object({ data: z.array(z.unknown()) })
  .transform(({ data }, refinement): readonly TebexPackage[] => {
    const packages = data
      .slice(0, PACKAGES_MAX)
      .flatMap((raw) => tebexPackage.safeParse(raw).data ?? []);
    if (packages.length > 0 || data.length === 0) return packages;
    refinement.addIssue({ code: "custom", message: "no package makes sense" });
    return z.NEVER;
  });

const custom = z.object({
  userId: z.string().min(1).max(64),
  orderId: z.coerce.number().int().positive(),
});

/** What binds a basket to its buyer; null where it is not as we make it. */
const customOf = (raw: unknown): ShopCustom | null => custom.safeParse(raw).data ?? null;

const bareBasket = z
  .object({
    ident: z.string().regex(/^[\w-]{1,64}$/u),
    complete: z.boolean(),
    total_price: amount,
    currency,
    packages: z.array(
      z.object({
        id: z.int().positive(),
        name: z.string(),
        in_basket: z.object({ quantity: z.int().positive(), price: amount }),
      }),
    ),
    custom: z.unknown().optional(),
  })
  .transform((raw): ShopBasket => ({
    ident: raw.ident,
    isComplete: raw.complete,
    total: raw.total_price,
    currency: raw.currency,
    packages: raw.packages.map(({ id, name, in_basket: { quantity, price } }) => ({
      id,
      name: cleanLine(name, NAME_MAX),
      quantity,
      price,
    })),
    custom: customOf(raw.custom),
  }));

/** A basket, wrapped or bare: Tebex's document says one, its answers the other. */
const basketReply = z.union([
  z.object({ data: bareBasket }).transform(({ data }) => data),
  bareBasket,
]);

const link = z.object({ name: z.string(), url: z.url({ protocol: /^https?$/u }) });

/** Where to sign in, wrapped or bare. Addresses that no browser should open make it malformed. */
const linkList = z.union([
  z.array(link),
  z.object({ data: z.array(link) }).transform(({ data }) => data),
]);

const problem = z.object({
  error_code: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
});
type TebexProblem = {
  /** Tebex's word for it; empty where it has none. */
  code: string;
  /** Its sentence, as one harmless line; empty where it has none. */
  detail: string;
};

/** Why Tebex says no (problem details). What is none says nothing. */
const readProblem = (raw: unknown): TebexProblem => {
  const { error_code: code = "", detail = "" } = problem.safeParse(raw).data ?? {};
  return { code, detail: cleanLine(detail, DETAIL_MAX) };
};

/** As wide as a card shows it on a dense screen. */
const PICTURE_EDGE_PX = 320;

/** What the shop shows of packages. The sanitiser's library comes with the first description. */
export const createShopfront = (): Shopfront => ({
  cleanName: (raw) => cleanLine(raw, NAME_MAX),
  cleanHtml: async (raw) => {
    const { cleanHtml } = await import("./clean-html.ts");
    return cleanHtml(raw);
  },
  pictureAt: (address) =>
    fetchSmallPicture(
      address,
      TEBEX_TIMEOUT_MS,
      // What is too detailed for the larger size is shown in the smaller one.
      async (bytes) =>
        (await smallPicture(bytes, { edgePx: PICTURE_EDGE_PX })) ?? (await smallPicture(bytes)),
    ),
});

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
