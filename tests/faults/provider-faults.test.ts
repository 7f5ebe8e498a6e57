import { describe, expect, test } from "bun:test";
import type { Hop, OutageProvider } from "#sandbox/outages.ts";
import { refreshCatalogue } from "#server/modules/catalogue/index.ts";
import { deliverOutbox } from "#server/modules/mail/index.ts";
import { checkOrders } from "#server/modules/orders/index.ts";
import { createSmtpMailer, type MailTimeouts } from "#server/providers/mail/smtp.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { PROOF_SENTENCES } from "#shared/proof-messages.ts";
import type { ShopPackages, SignInLinks } from "#shared/schemas/shop.ts";
import { asSite } from "#tests/support/context.ts";
import { holdDeadlines } from "#tests/support/deadlines.ts";
import { faultyGames, faultyWorld, queueOne } from "#tests/support/faulty-providers.ts";
import { configured } from "#tests/support/identity.ts";
import { long } from "#tests/support/long.ts";
import { addTo, allOrders, basketOf, buyer, one } from "#tests/support/shop.ts";
import { PACKAGE, signInAt } from "#tests/support/tebex.ts";
import { type Cell, type Fault, FAULT_TABLE, type Kept } from "./provider-table.ts";

/** How long a mail server that fails is waited for. */
const SHORT_MS = 1000;
const NEVER = new AbortController().signal;
const FAULTS = Object.keys(FAULT_TABLE.steam["link: profile"]) as Fault[];

type World = Awaited<ReturnType<typeof faultyWorld>>;
/** Meets a provider that fails, and makes sure that all is well once it is. */
type Meet = (fail: () => void, mend: () => void) => Promise<Cell>;

/** Every fault, one after the other: what people saw, and what was kept. */
const rowOf = async ({ sandbox }: World, provider: OutageProvider, meet: Meet, hop?: Hop) => {
  const row: Partial<Record<Fault, Cell>> = {};
  for (const fault of FAULTS)
    row[fault] = await meet(
      () => sandbox.outages.set(provider, fault, hop),
      () => sandbox.outages.set(provider, "up"),
    );
  // Secrets and codes go where the site was told to send them, and nowhere else.
  expect(sandbox.outages.astray()).toBe(0);
  return row;
};

const PROVES: Readonly<Record<Platform, "discord" | "steam" | "epic" | "microsoft">> = {
  discord: "discord",
  steam: "steam",
  epic: "epic",
  minecraft: "microsoft",
};

describe.each(Object.entries(PROVES) as [Platform, OutageProvider][])(
  "%s",
  (platform, provider) => {
    const features: [string, unknown][] = Object.entries(FAULT_TABLE[PROVES[platform]]);
    test.each(features.filter(([feature]) => !feature.startsWith("status")))(
      "%s",
      async (feature, expected) => {
        const [purpose, hop] = feature.split(": ") as [string, Hop];
        const world = await faultyWorld();
        const { store } = world.app.deps;
        const proofs = () => store.read.select().from(store.tables.proofs);
        const meet: Meet = async (fail, mend) => {
          const ada = await world.member();
          fail();
          const page = await (await ada.prove(platform, "ada", purpose)).text();
          const sentence = Object.values(PROOF_SENTENCES[platform]).find((one) =>
            page.includes(one),
          );
          const [proof] = await proofs();
          const isBare = proof !== undefined && proof.imageUrl === null;
          const keeps =
            proof === undefined ? "nothing is proven" : isBare && "proven without a picture";
          mend();
          expect((await ada.prove(platform, "ada", purpose)).status).toBe(200);
          const [mended] = await proofs();
          expect([platform, mended?.imageUrl != null]).toEqual([platform, platform !== "epic"]);
          await store.write(async (tx) => {
            await tx.delete(store.tables.proofs);
          });
          return { sentence: sentence ?? page, keeps: keeps as Kept };
        };
        expect(await rowOf(world, provider, meet, hop)).toEqual(expected as never);
      },
    );
  },
);

const shopWorld = async () => {
  const world = await faultyWorld();
  const { app } = world;
  const ada = await buyer(app);
  const refresh = () => refreshCatalogue(asSite(app.deps), NEVER);
  const shown = async () => (await (await ada.ask("GET", "packages")).json()) as ShopPackages;
  /** A basket whose buyer has signed in at Tebex. */
  const basket = async () => {
    const ident = await ada.basket(one(PACKAGE.points500));
    const links = await ada.ask("POST", "authenticate-basket", { ident });
    const [link] = (await links.json()) as SignInLinks;
    await signInAt(link?.url ?? "");
    return ident;
  };
  const kept = async (): Promise<Kept> => {
    const newest = (await allOrders(app)).toSorted((a, b) => b.id - a.id)[0];
    return newest?.state === "open" ? "the order stays open" : "no order stays open";
  };
  return { ...world, ada, refresh, shown, basket, kept };
};

describe("tebex", () => {
  const { tebex } = FAULT_TABLE;

  test("catalogue", async () => {
    const world = await shopWorld();
    await world.refresh();
    const meet: Meet = async (fail, mend) => {
      world.app.clock.advance(180_000);
      fail();
      await world.refresh();
      const { data, isStale } = await world.shown();
      expect(isStale).toBe(true);
      mend();
      await world.refresh();
      expect((await world.shown()).isStale).toBe(false);
      const isWhole = data.length === 10 && data.some(({ image }) => image !== null);
      return { sentence: null, keeps: (isWhole && "the last catalogue is shown") as Kept };
    };
    expect(await rowOf(world, "tebex", meet)).toEqual(tebex.catalogue);
  });

  test("pictures", async () => {
    const world = await shopWorld();
    const { store } = world.app.deps;
    const meet: Meet = async (fail, mend) => {
      await store.write(async (tx) => {
        await tx.delete(store.tables.settings);
      });
      fail();
      await world.refresh();
      const { data, isStale } = await world.shown();
      mend();
      await world.refresh();
      expect((await world.shown()).data.some(({ image }) => image !== null)).toBe(true);
      const isBare = data.length === 10 && !isStale && data.every(({ image }) => image === null);
      return {
        sentence: null,
        keeps: (isBare && "the catalogue is shown without pictures") as Kept,
      };
    };
    expect(await rowOf(world, "tebex", meet, "picture")).toEqual(tebex.pictures);
  });

  test("new basket", async () => {
    const world = await shopWorld();
    await world.refresh();
    const meet: Meet = async (fail, mend) => {
      fail();
      const asked = await world.ada.ask("POST", "create-basket", {
        items: [one(PACKAGE.points500)],
      });
      const { message } = (await asked.json()) as { message: string };
      const keeps = await world.kept();
      mend();
      await world.ada.basket(one(PACKAGE.points500));
      return { sentence: message, keeps };
    };
    expect(await rowOf(world, "tebex", meet)).toEqual(tebex["new basket"]);
  });

  const items = [one(PACKAGE.points500)];
  type Call = (ident: string) => readonly [method: string, path: string, body?: unknown];
  const CALLS = {
    "sign-in links": (ident) => ["POST", "authenticate-basket", { ident }],
    "add a package": (ident) => ["POST", `add-package/${ident}`, items[0]],
    "read a basket": (ident) => ["GET", `basket/${ident}`],
    "change a basket": (ident) => ["PUT", `basket/${ident}`, { items }],
    "close a basket": (ident) => ["DELETE", `basket/${ident}`],
  } satisfies Partial<Record<keyof typeof tebex, Call>>;
  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])("%s", async (feature) => {
    const world = await shopWorld();
    await world.refresh();
    const { ada, basket, kept } = world;
    const meet: Meet = async (fail, mend) => {
      const ident = await basket();
      const [method, path, body]: ReturnType<Call> = CALLS[feature](ident);
      // What is changed or closed has something in it.
      if (feature !== "add a package") await addTo(ada, ident, PACKAGE.points500);
      fail();
      const text = await (await ada.ask(method, path, body)).text();
      const keeps = await kept();
      mend();
      expect((await ada.ask(method, path, body)).status).toBe(200);
      // What was done although its answer got lost is not done twice.
      const { packages } = await basketOf(ada, ident);
      expect(packages.every(({ quantity }) => quantity <= 1)).toBe(true);
      const sentence = text.startsWith("{")
        ? (JSON.parse(text) as { message: string }).message
        : text;
      return { sentence, keeps };
    };
    expect(await rowOf(world, "tebex", meet)).toEqual(tebex[feature]);
  });

  test("check of open orders", async () => {
    const world = await shopWorld();
    await world.refresh();
    const { app, sandbox, ada, basket, kept } = world;
    const check = () => checkOrders(asSite(app.deps), NEVER);
    const meet: Meet = async (fail, mend) => {
      const ident = await basket();
      await addTo(ada, ident, PACKAGE.points500);
      await sandbox.tebex.hold(true);
      sandbox.tebex.pay(ident);
      app.clock.advance(600_000);
      fail();
      await check();
      const keeps = await kept();
      mend();
      app.clock.advance(600_000);
      await check();
      expect((await allOrders(app)).find((order) => order.ident === ident)?.state).toBe("paid");
      return { sentence: null, keeps };
    };
    expect(await rowOf(world, "tebex", meet)).toEqual(tebex["check of open orders"]);
  });
});

describe("smtp", () => {
  long.each(Object.entries(FAULT_TABLE.smtp) as [keyof typeof FAULT_TABLE.smtp, unknown][])(
    "%s",
    async (template, expected) => {
      const world = await faultyWorld();
      const { app, sandbox } = world;
      const { store, config } = app.deps;
      const deliver = (timeouts: Partial<MailTimeouts> = {}) => {
        const mailer = createSmtpMailer(configured(config.mail), timeouts);
        return deliverOutbox(asSite(app.deps), async () => mailer, NEVER);
      };
      const meet: Meet = async (fail, mend) => {
        const before = sandbox.mail.list().length;
        await queueOne(app, template);
        fail();
        await deliver({ greeting: SHORT_MS, silence: SHORT_MS, connect: SHORT_MS });
        const mails = await store.read.select().from(store.tables.outbox);
        const waiting = mails.filter(
          ({ sentAt, failedAt }) => sentAt === null && failedAt === null,
        );
        const isKept = waiting.length === 1 && waiting[0]?.lastError !== null;
        expect(sandbox.mail.list()).toHaveLength(before);
        mend();
        app.clock.advance(31_000);
        await deliver();
        expect(sandbox.mail.list()).toHaveLength(before + 1);
        return { sentence: null, keeps: (isKept && "the mail waits in the outbox") as Kept };
      };
      expect(await rowOf(world, "smtp", meet)).toEqual(expected as never);
    },
  );
});

long("game servers, and Epic's matchmaking that speaks for some of them", async () => {
  // Those of a round pass all the same.
  holdDeadlines();
  const seen = await Promise.all(FAULTS.map(async (fault) => [fault, await faultyGames(fault)]));
  const rows: Record<string, Record<string, Cell>> = {};
  for (const [fault, cells] of seen as unknown as [Fault, Record<string, Cell>][])
    for (const [feature, cell] of Object.entries(cells))
      rows[feature] = { ...rows[feature], [fault]: cell };
  const { games, epic } = FAULT_TABLE;
  expect(rows).toEqual({
    ...games,
    "status: matchmaking-token": epic["status: matchmaking-token"],
    "status: matchmaking-sessions": epic["status: matchmaking-sessions"],
  });
});
