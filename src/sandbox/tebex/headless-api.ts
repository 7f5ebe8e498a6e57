import { Problem, TEBEX_ACCESS, TEBEX_PATHS, answerProblems } from "./access.ts";
import type { Baskets } from "./baskets.ts";
import { categoriesWire, findPackage, packageWire, PACKAGES } from "./catalogue.ts";
import type { Counter } from "./counter.ts";
import type { Basket } from "./ledger.ts";
import { signInLink } from "./sign-in.ts";
import { basketWire } from "./wire.ts";

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
