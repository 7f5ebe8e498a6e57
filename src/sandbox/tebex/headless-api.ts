import { z } from "zod";
import { STEAM_PERSONAS } from "#sandbox/identity/game-personas.ts";
import type { IdentityWorld } from "#sandbox/identity/identity.ts";
import { STEAM_PATHS } from "#sandbox/identity/steam.ts";
import { tebexPage } from "#sandbox/pages/page.ts";
import { isHere } from "#sandbox/this-machine.ts";
import {
  answerProblems,
  categoriesWire,
  findPackage,
  PACKAGES,
  packageWire,
  Problem,
  type SandboxPackage,
  TEBEX_ACCESS,
  TEBEX_PATHS,
} from "./catalogue.ts";
import type { Counter } from "./counter.ts";
import { type Basket, basketWire, type Buyer, type Ledger, subscriptionLine } from "./ledger.ts";

const address = z.string().refine(isHere, "must be an address on this machine");
const newBasket = z.object({
  complete_url: address,
  cancel_url: address,
  complete_auto_redirect: z.boolean().default(false),
  custom: z.unknown().optional(),
  ip_address: z.string().max(45).optional(),
});
const packageId = z.coerce.number().int().positive();
const quantity = z.coerce.number().int().min(1).default(1);
const addition = z.object({ package_id: packageId, quantity });
const removal = z.object({ package_id: packageId });
const change = z.object({ quantity });

/** @throws {Problem} 422, which names the field. */
const parse = <T>(schema: z.ZodType<T>, given: unknown): T => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem(422, `The ${issue?.path.join(".") || "body"} field is invalid.`);
};

const letters = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    String.fromCodePoint(97 + (byte % 26)),
  ).join("");

/** @throws {Problem} where nothing can be put in or taken out. */
const open = (basket: Basket): Basket => {
  if (basket.transaction !== null) throw new Problem(422, "This basket has been paid already.");
  if (basket.buyer === null)
    throw new Problem(422, "User must login before adding packages to basket");
  return basket;
};

/** What can be done to baskets over the Headless API. @param now milliseconds since 1970. */
export const createBaskets = (ledger: Ledger, now: () => number) => {
  const packageOf = (id: number): SandboxPackage => {
    const found = findPackage(id);
    if (found === undefined) throw new Problem(404, "Package not found");
    if (found.expiresAt !== null && found.expiresAt.getTime() <= now())
      throw new Problem(422, "This package is no longer available.");
    return found;
  };

  /** @throws {Problem} where the buyer may not have so many. */
  const assertAllowed = (basket: Basket, one: SandboxPackage, wanted: number) => {
    if (one.hasNoQuantity && wanted > 1)
      throw new Problem(422, "Quantity cannot be greater than 1");
    if (ledger.isBeyondLimit(basket, one, wanted))
      throw new Problem(422, `You have reached the purchase limit of ${one.name}.`);
  };

  const put = (basket: Basket, one: SandboxPackage, wanted: number): Basket => {
    assertAllowed(basket, one, wanted);
    const line = basket.lines.find((other) => other.package.id === one.id);
    if (line === undefined) basket.lines.push({ package: one, quantity: wanted });
    else line.quantity = wanted;
    return basket;
  };

  return {
    /** @param remote of whoever asks: the basket is theirs where no address was named. */
    create: (given: unknown, remote: string): Basket => {
      const parsed = parse(newBasket, given);
      const basket: Basket = {
        id: 540_000 + ledger.baskets.size,
        ident: `${letters(5)}-${crypto.getRandomValues(new Uint8Array(20)).toHex()}`,
        custom: parsed.custom ?? null,
        completeUrl: parsed.complete_url,
        cancelUrl: parsed.cancel_url,
        hasAutoRedirect: parsed.complete_auto_redirect,
        ip: parsed.ip_address ?? remote,
        buyer: null,
        lines: [],
        discount: 0,
        createdAt: new Date(now()),
        transaction: null,
      };
      ledger.baskets.set(basket.ident, basket);
      return basket;
    },
    /** Puts a package in; one that is there already becomes more. */
    add: (basket: Basket, given: unknown): Basket => {
      const { package_id: id, quantity: more } = parse(addition, given);
      open(basket);
      const one = packageOf(id);
      const there = basket.lines.find((line) => line.package.id === id);
      const recurring = subscriptionLine(basket.lines);
      if (one.type === "subscription" && recurring !== undefined && recurring !== there)
        throw new Problem(422, "Only one subscription can be added to a basket.");
      return put(basket, one, (there?.quantity ?? 0) + more);
    },
    remove: (basket: Basket, given: unknown): Basket => {
      const { package_id: id } = parse(removal, given);
      open(basket).lines = basket.lines.filter((line) => line.package.id !== id);
      return basket;
    },
    setQuantity: (basket: Basket, id: number, given: unknown): Basket => {
      const { quantity: wanted } = parse(change, given);
      if (!open(basket).lines.some((line) => line.package.id === id))
        throw new Problem(422, "This package is not in the basket.");
      return put(basket, packageOf(id), wanted);
    },
  };
};
type Baskets = ReturnType<typeof createBaskets>;

const NS = "http://specs.openid.net/auth/2.0";
const SELECT = `${NS}/identifier_select`;
const CLAIMED = /^https:\/\/steamcommunity\.com\/openid\/id\/(\d{17})$/u;

/**
 * Where a buyer signs in to Tebex: Steam's consent page, which leads back to Tebex, and
 * Tebex to the site.
 */
const signInLink = (ident: string, returnUrl: string, origin: string): string => {
  if (!isHere(returnUrl)) throw new Problem(422, "The returnUrl field is invalid.");
  const back = new URL(`${origin}${TEBEX_PATHS.signIn}/${ident}`);
  back.searchParams.set("returnUrl", returnUrl);
  const link = new URL(`${origin}${STEAM_PATHS.openId}`);
  const asked = {
    ns: NS,
    mode: "checkid_setup",
    identity: SELECT,
    claimed_id: SELECT,
    realm: origin,
    return_to: back.href,
  };
  for (const [name, value] of Object.entries(asked)) link.searchParams.set(`openid.${name}`, value);
  return link.href;
};

/** Whoever is none of the known personas is a stranger. */
const buyerOf = (id: string): Buyer => ({
  id,
  name: STEAM_PERSONAS.find((persona) => persona.id === id)?.name ?? "A Stranger",
});

const goBack = (returnUrl: string) =>
  new Response(null, {
    status: 302,
    headers: { location: returnUrl, "cache-control": "no-store" },
  });

/** Where Steam leads back to: Tebex asks Steam whether that is true, and takes the buyer back. */
export const createSignIn =
  ({ basketOf }: Pick<Counter, "basketOf">, identity: IdentityWorld) =>
  async (request: Request, ident: string): Promise<Response> => {
    const { searchParams, origin } = new URL(request.url);
    const basket = basketOf(ident);
    const returnUrl = searchParams.get("returnUrl") ?? basket.cancelUrl;
    if (!isHere(returnUrl)) throw new Problem(422, "The returnUrl field is invalid.");
    if (searchParams.get("openid.mode") === "cancel") return goBack(returnUrl);
    const form = new URLSearchParams(
      [...searchParams].filter(([name]) => name.startsWith("openid.")),
    );
    form.set("openid.mode", "check_authentication");
    const question = new Request(`${origin}${STEAM_PATHS.openId}`, { method: "POST", body: form });
    const answer = await identity.handle(question, STEAM_PATHS.openId);
    const [, id] = CLAIMED.exec(searchParams.get("openid.claimed_id") ?? "") ?? [];
    if (id === undefined || !/^is_valid:true$/mu.test((await answer?.text()) ?? ""))
      return tebexPage(
        "Not signed in",
        "Steam did not confirm who you are. Please try again.",
        502,
      );
    basket.buyer = buyerOf(id);
    return goBack(returnUrl);
  };

type Asked = {
  request: Request;
  /** The sandbox's, without a trailing slash. */
  origin: string;
  query: URLSearchParams;
  parts: readonly string[];
};

const readBody = async (request: Request): Promise<unknown> => {
  const body: unknown = await request.json().catch(() => undefined);
  if (body === undefined) throw new Problem(400, "The request body is not valid JSON.");
  return body;
};

/** Whether a request proves that it comes from the shop's owner; a wrong proof is refused. */
const isOwner = (request: Request): boolean => {
  const given = request.headers.get("authorization");
  if (given === null) return false;
  const { publicToken, privateKey } = TEBEX_ACCESS;
  if (given === `Basic ${Buffer.from(`${publicToken}:${privateKey}`).toString("base64")}`)
    return true;
  throw new Problem(401, "Invalid API credentials.");
};

const shown = (basket: Basket, origin: string) =>
  Response.json({ data: basketWire(basket, origin) });

const packages = ({ origin, parts: [, , , id] }: Asked): Response => {
  if (id === undefined)
    return Response.json({ data: PACKAGES.map((one) => packageWire(one, origin)) });
  const found = findPackage(Number(id));
  if (found === undefined) throw new Problem(404, "Package not found");
  return Response.json({ data: packageWire(found, origin) });
};

/** The Headless API below `TEBEX_PATHS.api` [SAND-02]. */
export const createHeadlessApi = (baskets: Baskets, { basketOf }: Pick<Counter, "basketOf">) => {
  const createBasket = async ({ request, origin }: Asked): Promise<Response> => {
    const body = await readBody(request);
    const isNamed = typeof body === "object" && body !== null && "ip_address" in body;
    if (!isOwner(request) && isNamed)
      throw new Problem(401, "An address may be named by the owner of the store alone.");
    return shown(baskets.create(body, "127.0.0.1"), origin);
  };

  const links = ({ origin, query, parts: [, , , ident = ""] }: Asked): Response => {
    const basket = basketOf(ident);
    const returnUrl = query.get("returnUrl") ?? basket.cancelUrl;
    return Response.json([{ name: "Steam", url: signInLink(ident, returnUrl, origin) }]);
  };

  const account = async (asked: Asked): Promise<Response | null> => {
    const { request, origin, query, parts } = asked;
    const [, token, what, ident = "", more, ...rest] = parts;
    if (token !== TEBEX_ACCESS.publicToken) throw new Problem(404, "Invalid webstore identifier");
    if (rest.length > 1) return null;
    const route = `${request.method} ${what}`;
    if (route === "POST baskets" && ident === "") return createBasket(asked);
    if (route === "GET baskets" && more === undefined) return shown(basketOf(ident), origin);
    if (route === "GET baskets" && more === "auth") return links(asked);
    if (route === "POST baskets" && /^(coupons|giftcards|creator-codes)$/u.test(more ?? ""))
      throw new Problem(422, "This store takes no such code.");
    if (route === "GET packages" && more === undefined) return packages(asked);
    if (route === "GET categories" && ident === "")
      return Response.json({ data: categoriesWire(origin, query.get("includePackages") === "1") });
    return null;
  };

  const basketRoute = async ({ request, origin, parts }: Asked): Promise<Response | null> => {
    const [, ident = "", what, item, ...rest] = parts;
    if (what !== "packages" || rest.length > 0) return null;
    const route = `${request.method} ${item === undefined || item === "remove" ? (item ?? "") : "id"}`;
    if (route === "POST ")
      return shown(baskets.add(basketOf(ident), await readBody(request)), origin);
    if (route === "POST remove")
      return shown(baskets.remove(basketOf(ident), await readBody(request)), origin);
    if (route === "PUT id")
      return shown(
        baskets.setQuantity(basketOf(ident), Number(item), await readBody(request)),
        origin,
      );
    return null;
  };

  return {
    handle: (request: Request, path: string): Promise<Response> =>
      answerProblems(request, async () => {
        const { origin, searchParams: query } = new URL(request.url);
        const parts = path.slice(TEBEX_PATHS.api.length + 1).split("/");
        const asked = { request, origin, query, parts };
        const [section] = parts;
        const answer =
          section === "accounts"
            ? await account(asked)
            : section === "baskets"
              ? await basketRoute(asked)
              : null;
        if (answer === null) throw new Problem(404, "There is no such endpoint.");
        return answer;
      }),
  };
};
