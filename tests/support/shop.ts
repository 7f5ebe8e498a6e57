import { refreshCatalogue } from "#server/modules/catalogue/index.ts";
import {
  type ShopApi,
  type ShopBasket,
  ShopFailure,
  type TebexPackage,
} from "#server/providers/ports/outside.ts";
import type { Basket } from "#shared/schemas/shop.ts";
import { type TestApp, testApp } from "./app.ts";
import { asSite } from "./context.ts";
import { signedIn } from "./sign-in.ts";

/** Nothing listens there, which is known at once: a name would have to be looked up first. */
export const PICTURES = "https://127.0.0.1:9/p";
/** What a site's environment says of its store. */
export const SHOP_ENV = {
  TEBEX_PUBLIC_TOKEN: "den-1",
  TEBEX_WEBHOOK_SECRET: "webhook-secret",
  TEBEX_CHECKOUT_URL: "https://pay.store.example/checkout",
  TEBEX_PICTURES_BASE: PICTURES,
};

/** Packages of the example community. */
export const [GOLD, DIAMOND, PROMO, POINTS, MORE_POINTS, OLD] = [
  6_036_701, 6_036_702, 6_036_704, 6_036_711, 6_036_712, 6_036_716,
];

const item = (given: Partial<TebexPackage> & Pick<TebexPackage, "id">): TebexPackage => ({
  name: `Package ${given.id}`,
  type: "single",
  totalPrice: 4.99,
  netPrice: given.totalPrice ?? 4.99,
  currency: "USD",
  image: `${PICTURES}/${given.id}.png`,
  description: "<p>Points.</p>",
  expiresAt: null,
  userLimit: null,
  ...given,
});

export const PACKAGES: readonly TebexPackage[] = [
  item({ id: GOLD, name: "Golden Lynx", type: "subscription" }),
  item({ id: DIAMOND, name: "Diamond Lynx", type: "subscription", totalPrice: 9.99 }),
  item({ id: PROMO, name: "Monthly Gift", totalPrice: 0 }),
  item({ id: POINTS, name: "500 Points" }),
  item({ id: MORE_POINTS, name: "1,200 Points", totalPrice: 9.99, userLimit: 2 }),
  item({ id: OLD, name: "Winter Bundle", expiresAt: new Date("2025-03-01T00:00:00Z") }),
];

export const packageOf = (id: number): TebexPackage => {
  const found = PACKAGES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no package ${id}.`);
  return found;
};

/** A Tebex that does what it is told to. */
export type ScriptedShop = ShopApi & {
  /** What it was asked, by the names of its functions, oldest first. */
  readonly asked: string[];
  /** What it was given with every new basket. */
  readonly made: Parameters<ShopApi["createBasket"]>[0][];
  sells(packages: readonly TebexPackage[]): void;
  /** From now on it fails with this; null: it does not. @param only by the name of its function. */
  fails(failure: ShopFailure | null, only?: keyof ShopApi): void;
  pay(ident: string): void;
};

export const scriptedShop = (): ScriptedShop => {
  let packages = PACKAGES;
  let failing: { failure: ShopFailure; only: keyof ShopApi | undefined } | null = null;
  const baskets = new Map<string, ShopBasket>();
  const asked: string[] = [];
  const made: Parameters<ShopApi["createBasket"]>[0][] = [];

  const answer = async <T>(name: keyof ShopApi, make: () => T): Promise<T> => {
    asked.push(name);
    if (failing !== null && (failing.only ?? name) === name) throw failing.failure;
    return make();
  };
  const found = (ident: string) => {
    const basket = baskets.get(ident);
    if (basket === undefined) throw new ShopFailure("missing", "Basket not found");
    return basket;
  };
  const keep = (basket: ShopBasket) => {
    const total = basket.packages.reduce((sum, { price }) => sum + price, 0);
    const kept = { ...basket, total: Math.round(total * 100) / 100 };
    baskets.set(kept.ident, kept);
    return kept;
  };

  return {
    asked,
    made,
    sells: (sold) => {
      packages = sold;
    },
    fails: (failure, only) => {
      failing = failure === null ? null : { failure, only };
    },
    pay: (ident) => {
      keep({ ...found(ident), isComplete: true });
    },
    packages: () => answer("packages", () => packages),
    createBasket: (given) =>
      answer("createBasket", () => {
        made.push(given);
        const { custom } = given;
        return keep({
          ident: `basket-${custom.orderId}`,
          isComplete: false,
          total: 0,
          currency: "USD",
          packages: [],
          custom,
        });
      }),
    signInLinks: (ident, returnUrl) =>
      answer("signInLinks", () => [
        { name: "Steam", url: `https://store.example/${found(ident).ident}?back=${returnUrl}` },
      ]),
    // As the real one does: what is there already becomes more.
    addPackage: (ident, { packageId, quantity }) =>
      answer("addPackage", () => {
        const basket = found(ident);
        const one = packages.find(({ id }) => id === packageId);
        if (one === undefined) throw new ShopFailure("missing", "Package not found");
        const others = basket.packages.filter(({ id }) => id !== packageId);
        const there = basket.packages.find(({ id }) => id === packageId)?.quantity ?? 0;
        const all = there + quantity;
        const line = { id: packageId, name: one.name, quantity: all, price: one.totalPrice * all };
        return keep({ ...basket, packages: [...others, line] });
      }),
    removePackage: (ident, packageId) =>
      answer("removePackage", () => {
        const basket = found(ident);
        return keep({ ...basket, packages: basket.packages.filter(({ id }) => id !== packageId) });
      }),
    basket: (ident) => answer("basket", () => found(ident)),
    isSigned: () => false,
  };
};

export type ShopApp = TestApp & { shop: ScriptedShop };

/** The site with a Tebex that does what it is told to. */
export const shopApp = async (options: Parameters<typeof testApp>[0] = {}): Promise<ShopApp> => {
  const shop = scriptedShop();
  const app = await testApp({
    ...options,
    env: { ...SHOP_ENV, ...options.env },
    overrides: { shop, ...options.overrides },
  });
  return { ...app, shop };
};

export type Buyer = {
  userId: string;
  /** One request to a route of the shop; a body is sent as JSON. */
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  /** Makes a basket. @returns its name. */
  basket(...items: readonly { packageId: number | string; quantity: number }[]): Promise<string>;
};

/** A member by the headers of their session. */
export const buyerBy = (
  app: TestApp,
  userId: string,
  headers: Readonly<Record<string, string>>,
): Buyer => {
  const ask: Buyer["ask"] = (method, path, body) =>
    app.request(`/api/tebex/${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    userId,
    ask,
    basket: async (...items) => {
      const response = await ask("POST", "create-basket", { items });
      if (!response.ok) throw new Error(`No basket: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { data: { ident: string } }).data.ident;
    },
  };
};

/** A member who is signed in. */
export const buyer = async (
  app: TestApp,
  given: Parameters<typeof signedIn>[1] = {},
): Promise<Buyer> => {
  const { userId, headers } = await signedIn(app, given);
  return buyerBy(app, userId, headers);
};

/** One piece of a package. */
export const one = (packageId: number): { packageId: number; quantity: number } => ({
  packageId,
  quantity: 1,
});

/** The site with a catalogue and two members. */
export const shopWorld = async (options: Parameters<typeof shopApp>[0] = {}) => {
  const app = await shopApp(options);
  await refreshCatalogue(asSite(app.deps), new AbortController().signal);
  app.shop.asked.length = 0;
  return { app, shop: app.shop, ada: await buyer(app), grace: await buyer(app) };
};

export const allOrders = ({ deps: { store } }: TestApp) =>
  store.read.select().from(store.tables.orders).orderBy(store.tables.orders.id);

/** Status and body of an answer. */
export const said = async (response: Response): Promise<[number, unknown]> => [
  response.status,
  await response.json(),
];

export const addTo = (
  who: Buyer,
  ident: string,
  packageId: number,
  quantity = 1,
): Promise<Response> => who.ask("POST", `add-package/${ident}`, { packageId, quantity });

/** One's own basket. */
export const basketOf = async (who: Buyer, ident: string): Promise<Basket> => {
  const response = await who.ask("GET", `basket/${ident}`);
  if (!response.ok) throw new Error(`No basket: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Basket }).data;
};

/** Has a member pay for a basket with one piece of a package, and the site see it. */
export const buy = async ({ shop }: ShopApp, who: Buyer, packageId: number): Promise<string> => {
  const ident = await who.basket(one(packageId));
  await addTo(who, ident, packageId);
  shop.pay(ident);
  if (!(await basketOf(who, ident)).complete) throw new Error(`${ident} is not paid.`);
  return ident;
};

/** An event of Tebex that waits, and something for Admins to look at. */
export const addTrouble = ({ deps: { store, clock } }: TestApp) => {
  const { shopEvents, shopFlags } = store.tables;
  const at = clock.now();
  const told = { eventId: "e-1", type: "payment.declined", state: "waiting", attempts: 0 } as const;
  const body = { id: told.eventId, type: told.type, date: at.toISOString(), subject: {} };
  const seen = { kind: "buyer", reference: "buyer:1", details: "Nobody." } as const;
  return store.write(async (tx) => {
    const [event] = await tx
      .insert(shopEvents)
      .values({ ...told, body, at, receivedAt: at, nextAttemptAt: at })
      .returning({ id: shopEvents.id });
    const [flag] = await tx
      .insert(shopFlags)
      .values({ ...seen, createdAt: at, isResolved: false })
      .returning({ id: shopFlags.id });
    return { eventId: event?.id, flagId: flag?.id };
  });
};
