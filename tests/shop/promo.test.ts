import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { SHOP } from "#shared/shop-messages.ts";
import {
  type Buyer,
  addTo,
  buy,
  buyer,
  one,
  POINTS,
  PROMO,
  said,
  shopWorld,
} from "#tests/support/shop.ts";

const status = async (who: Buyer) => await (await who.ask("GET", "promo-status")).json();
const claim = (who: Buyer, packageId: unknown) => who.ask("PUT", "promo-claimed", { packageId });
const answer = async (response: Response) => [response.status, await response.text()];

describe("[SHOP-08] the promo", () => {
  test("is had once in 31 days; the refusal names the day, where the community is", async () => {
    const { app, ada } = await shopWorld();
    app.clock.set("2026-03-01T03:00:00Z");
    await buy(app, ada, PROMO);
    app.clock.advance(31 * DAY_MS - 1);
    // A month later everybody has to sign in again.
    const again = await buyer(app, ada.userId);
    const registrant = await buyer(app);
    const ident = await again.basket(one(PROMO));
    // In Chicago the 1st of April has not begun yet.
    expect(await said(await addTo(again, ident, PROMO))).toMatchObject([
      400,
      {
        error: "limit_reached",
        message: "You have already redeemed this. You can redeem it again on March 31, 2026.",
      },
    ]);
    expect((await addTo(registrant, await registrant.basket(one(PROMO)), PROMO)).status).toBe(200);
    app.clock.advance(1);
    expect((await addTo(again, ident, PROMO)).status).toBe(200);
  });

  test("counts from when it was received, too, and keeps nothing else from being bought", async () => {
    const { app, ada } = await shopWorld();
    const { store, clock } = app.deps;
    const { users } = store.tables;
    await store.write(async (tx) => {
      await tx.update(users).set({ promoReceivedAt: clock.now() }).where(eq(users.id, ada.userId));
    });
    const ident = await ada.basket(one(PROMO), one(POINTS));
    expect((await addTo(ada, ident, PROMO)).status).toBe(400);
    expect((await addTo(ada, ident, POINTS)).status).toBe(200);
  });

  test("[SHOP-09] a claim is granted for a paid order, and says when it was received", async () => {
    const { app, ada, grace } = await shopWorld();
    expect(await status(ada)).toEqual({ promoReceivedDate: null });
    expect(await answer(await claim(ada, PROMO))).toEqual([409, SHOP.noPaidPromo]);
    expect(await answer(await claim(ada, POINTS))).toEqual([400, SHOP.notPromo]);
    // Neither an open basket with the promo nor a paid one without is enough.
    await ada.basket(one(PROMO));
    await buy(app, ada, POINTS);
    expect((await claim(ada, PROMO)).status).toBe(409);

    await buy(app, ada, PROMO);
    const promoReceivedDate = app.clock.now().toISOString();
    app.clock.advance(MINUTE_MS);
    for (const packageId of [PROMO, String(PROMO)])
      expect(await answer(await claim(ada, packageId))).toEqual([200, SHOP.promoClaimed]);
    expect(await status(ada)).toEqual({ promoReceivedDate });
    expect((await claim(grace, PROMO)).status).toBe(409);
    expect(await status(grace)).toEqual({ promoReceivedDate: null });
  });

  test("a claim never makes what was received later look earlier", async () => {
    const { app, ada } = await shopWorld();
    const { store, clock } = app.deps;
    const { users } = store.tables;
    await buy(app, ada, PROMO);
    const later = new Date(clock.now().getTime() + DAY_MS);
    await store.write(async (tx) => {
      await tx.update(users).set({ promoReceivedAt: later }).where(eq(users.id, ada.userId));
    });
    expect((await ada.ask("PUT", "promo-claimed", { packageId: PROMO })).status).toBe(200);
    expect(await (await ada.ask("GET", "promo-status")).json()).toEqual({
      promoReceivedDate: later.toISOString(),
    });
  });
});
