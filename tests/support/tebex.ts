import { type Sandbox, startSandbox } from "#sandbox/sandbox.ts";
import type { Outages } from "#sandbox/outages.ts";
import { loadConfig } from "#server/config.ts";
import { type StoreApi, StoreFailure } from "#server/providers/shop/port.ts";
import { createTebex } from "#server/providers/shop/tebex.ts";
import { afterThisTest } from "./cleanup.ts";
import { configured } from "./identity.ts";
import { rejectionOf } from "./rejection.ts";

/** Ids of the imitated store's packages, by what is special about them. */
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

/** What a site heard of the store, and what it answers. */
export type Listener = {
  /** Without a trailing slash. */
  url: string;
  heard: { body: string; signature: string | null; type: string; subject: unknown }[];
  /** Status of its next answers. */
  answer: number;
};

/** A site that takes webhooks and writes them down, until the test ends. */
const listen = (): Listener => {
  const heard: Listener["heard"] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const body = await request.text();
      const { id, type, subject } = JSON.parse(body);
      heard.push({ body, signature: request.headers.get("x-signature"), type, subject });
      return Response.json({ id }, { status: listener.answer });
    },
  });
  afterThisTest(() => server.stop(true));
  const listener: Listener = { url: `http://127.0.0.1:${server.port}`, heard, answer: 200 };
  return listener;
};

type StoreWorld = {
  sandbox: Sandbox;
  outages: Outages;
  store: StoreApi;
  site: Listener;
};

/** The imitated world with a site that only listens, and the server's client of the store. */
export const storeWorld = async (): Promise<StoreWorld> => {
  const sandbox = await startSandbox();
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
export const newBasket = ({ store, site }: Pick<StoreWorld, "store" | "site">) =>
  store.createBasket({
    custom: { userId: "ada", orderId: 7 },
    completeUrl: `${site.url}/shop/cart`,
    cancelUrl: `${site.url}/shop/cart`,
    ipAddress: "203.0.113.7",
  });

/**
 * A person at the store's sign-in link who decides at once.
 * @returns where the store leads back to.
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
  world: Pick<StoreWorld, "store" | "site">,
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

/** Why the store did not do it. */
export const storeFailure = async (work: Promise<unknown>): Promise<[string, string | null]> => {
  const error = await rejectionOf(work);
  if (!(error instanceof StoreFailure)) throw error;
  return [error.reason, error.told];
};
