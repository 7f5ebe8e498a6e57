import { expect, test } from "bun:test";
import { startSandbox } from "#sandbox/sandbox.ts";
import { refreshCatalogue } from "#server/modules/catalogue/index.ts";
import type { ShopPackages, SignInLinks } from "#shared/schemas/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";
import { addTo, allOrders, basketOf, type Buyer, buyer, one, said } from "#tests/support/shop.ts";
import { PACKAGE, signInAt } from "#tests/support/tebex.ts";

const SITE = "http://localhost:3000";

/** The site with imitated Tebex, over the wire. */
const world = async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const app = await testApp({ env: { ...sandbox.environment, PUBLIC_URL: SITE } });
  const refresh = () => refreshCatalogue(asSite(app.deps), new AbortController().signal);
  await refresh();
  return { app, sandbox, refresh, ada: await buyer(app) };
};

const signIn = async (who: Buyer, ident: string, persona = "stranger") => {
  const response = await who.ask("POST", "authenticate-basket", { ident });
  const [link] = (await response.json()) as SignInLinks;
  expect(await signInAt(link?.url ?? "", persona)).toBe(`${SITE}/auth/tebex/return`);
};

test("Tebex's list is shown with its pictures, and what it pasted is harmless", async () => {
  const { app, ada } = await world();
  const { data } = (await (await ada.ask("GET", "packages")).json()) as ShopPackages;
  expect(data).toHaveLength(10);
  const found = (id: number) => data.find((shown) => shown.id === id);
  expect(found(PACKAGE.points1200)?.description.replaceAll(/\s+/g, " ")).toBe(
    `<p><b>1,200 ZP</b> for a longer stay.</p> <p>See <span>how to spend them</span> or <a href="https://wiki.lynxden.example/points" rel="noopener nofollow ugc" target="_blank">the wiki</a>.</p>`,
  );
  for (const { id, image, isSoldOut } of data) {
    expect([id, isSoldOut]).toEqual([id, id === PACKAGE.soldOut]);
    if (id === PACKAGE.soldOut) expect(image).toBeNull();
    else expect((await app.request(image ?? "")).headers.get("content-type")).toBe("image/webp");
  }
});

test("a basket is signed in to, filled and paid; a payment that nobody signed for credits nothing", async () => {
  const { app, sandbox, ada } = await world();
  const ident = await ada.basket(one(PACKAGE.gold), { packageId: PACKAGE.points500, quantity: 2 });
  const early = await addTo(ada, ident, PACKAGE.points500, 2);
  expect(await said(early)).toMatchObject([400, { error: "sign_in", message: SHOP.signInAtTebex }]);
  await signIn(ada, ident, "deny");
  expect((await addTo(ada, ident, PACKAGE.points500, 2)).status).toBe(400);

  await signIn(ada, ident);
  for (const [id, quantity] of [
    [PACKAGE.gold, 1],
    [PACKAGE.points500, 2],
    [PACKAGE.points500, 2],
  ] as const)
    expect((await addTo(ada, ident, id, quantity)).status).toBe(200);
  expect(await basketOf(ada, ident)).toMatchObject({ complete: false, total: 14.97 });
  sandbox.tebex.pay(ident);
  expect(await basketOf(ada, ident)).toMatchObject({ complete: true, total: 14.97 });
  expect(await allOrders(app)).toMatchObject([{ state: "paid", creditedAt: null }]);
  const { store } = app.deps;
  expect(await store.read.select().from(store.tables.pointEntries)).toEqual([]);
});

test("what one may have once is refused in Tebex's own words", async () => {
  const { ada } = await world();
  const ident = await ada.basket({ packageId: PACKAGE.limited, quantity: 2 });
  await signIn(ada, ident);
  expect(await said(await addTo(ada, ident, PACKAGE.limited, 2))).toMatchObject([
    400,
    { error: "limit_reached", message: "You have reached the purchase limit of Founder Pack." },
  ]);
  expect((await addTo(ada, ident, PACKAGE.limited, 1)).status).toBe(200);
});

test("[SHOP-01] a Tebex that is down or talks nonsense is said to be out of reach, and comes back", async () => {
  const { app, sandbox, refresh, ada } = await world();
  const isStale = async () =>
    ((await (await ada.ask("GET", "packages")).json()) as ShopPackages).isStale;
  for (const mode of ["down", "garbage"] as const) {
    sandbox.outages.set("tebex", mode);
    const refused = await ada.ask("POST", "create-basket", { items: [one(PACKAGE.points500)] });
    expect(await said(refused)).toMatchObject([502, { message: SHOP.unreachable }]);
    expect(await isStale()).toBe(true);
    sandbox.outages.set("tebex", "up");
    await refresh();
    expect(await isStale()).toBe(false);
  }
  expect((await allOrders(app)).map(({ state }) => state)).toEqual(["abandoned", "abandoned"]);
});
