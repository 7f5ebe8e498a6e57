import type { Outages } from "#sandbox/outages.ts";
import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import { loadConfig } from "#server/config/config.ts";
import { type ShopApi, ShopFailure } from "#server/providers/ports/outside.ts";
import { createTebex } from "#server/providers/shop/tebex.ts";
import { afterThisTest } from "./cleanup.ts";
import { passDeadlines } from "./deadlines.ts";
import { configured } from "./identity.ts";
import { rejectionOf } from "./rejection.ts";

/** Ids of imitated Tebex's packages, by what is special about them. */
export const PACKAGE = {
  gold: 6_036_701,
  diamond: 6_036_702,
  promo: 6_036_704,
  points500: 6_036_711,
  points1200: 6_036_712,
  limited: 6_036_715,
  soldOut: 6_036_716,
} as const;

const MONTHLY: ReadonlySet<number> = new Set([PACKAGE.gold, PACKAGE.diamond]);

/** What a site heard of Tebex, and what it answers. */
export type Listener = {
  /** Without a trailing slash. */
  url: string;
  received: { body: string; signature: string | null; type: string; subject: unknown }[];
  /** Status of its next answers. */
  answer: number;
};

/** A site that takes webhooks and writes them down, until the test ends. */
const listen = (): Listener => {
  const received: Listener["received"] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const body = await request.text();
      const { id, type, subject } = JSON.parse(body);
      received.push({ body, signature: request.headers.get("x-signature"), type, subject });
      return Response.json({ id }, { status: listener.answer });
    },
  });
  afterThisTest(() => server.stop(true));
  const listener: Listener = { url: `http://127.0.0.1:${server.port}`, received, answer: 200 };
  return listener;
};

type ImitatedTebex = {
  sandbox: Sandbox;
  outages: Outages;
  store: ShopApi;
  site: Listener;
};

/** The imitated world with a site that only listens, and the server's client of Tebex. */
export const imitatedTebex = async (): Promise<ImitatedTebex> => {
  const sandbox = await startSandbox();
  sandbox.outages.onDawdle(passDeadlines);
  afterThisTest(() => sandbox.stop());
  const { tebex } = await loadConfig(sandbox.environment);
  return {
    sandbox,
    outages: sandbox.outages,
    store: createTebex(configured(tebex)),
    site: listen(),
  };
};

/** A new basket of a site. */
export const newBasket = ({ store, site }: Pick<ImitatedTebex, "store" | "site">) =>
  store.createBasket({
    custom: { userId: "ada", orderId: 7 },
    completeUrl: `${site.url}/shop/cart`,
    cancelUrl: `${site.url}/shop/cart`,
    ipAddress: "203.0.113.7",
  });

/**
 * A person at Tebex's sign-in link who decides at once.
 * @returns where Tebex leads back to.
 */
export const signInAt = async (link: string, persona = "stranger"): Promise<string | null> => {
  const consent = new URL(link);
  consent.searchParams.set("persona", persona);
  const steam = await fetch(consent, { redirect: "manual" });
  const back = await fetch(steam.headers.get("location") ?? "", { redirect: "manual" });
  return back.headers.get("location");
};

/**
 * A basket whose buyer has signed in, with packages in it.
 * @param items quantities by id.
 */
export const filledBasket = async (
  world: Pick<ImitatedTebex, "store" | "site">,
  items: Readonly<Record<number, number>>,
  persona?: string,
): Promise<string> => {
  const { ident } = await newBasket(world);
  const [link] = await world.store.signInLinks(ident, `${world.site.url}/auth/tebex/return`);
  await signInAt(link?.url ?? "", persona);
  for (const [id, quantity] of Object.entries(items))
    await world.store.addPackage(ident, {
      packageId: Number(id),
      quantity,
      type: MONTHLY.has(Number(id)) ? "subscription" : "single",
    });
  return ident;
};

/** Why Tebex did not do it. */
export const shopFailure = async (work: Promise<unknown>): Promise<[string, string | null]> => {
  const error = await rejectionOf(work);
  if (!(error instanceof ShopFailure)) throw error;
  return [error.reason, error.detail];
};
