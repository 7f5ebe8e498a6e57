import { refreshCatalogue } from "#server/modules/catalogue/index.ts";
import { type TestApp, testApp } from "./app.ts";
import { asSite } from "./context.ts";
import { buyerBy, scriptedShop, SHOP_ENV } from "./shop.ts";
import { signedIn } from "./sign-in.ts";
import { openForTest, testDatabase } from "./store.ts";

/** Two instances of the site on one database and one store, and a member with a tab at each. */
export const twoShops = async () => {
  const database = await testDatabase();
  const shop = scriptedShop();
  const instance = async (clock?: TestApp["clock"]): Promise<TestApp> =>
    testApp({
      env: SHOP_ENV,
      overrides: {
        shop,
        store: await openForTest(database),
        ...(clock !== undefined && { clock }),
      },
    });
  const east = await instance();
  const west = await instance(east.clock);
  await refreshCatalogue(asSite(east.deps), new AbortController().signal);
  shop.asked.length = 0;
  const { userId, headers } = await signedIn(east);
  return {
    shop,
    clock: east.clock,
    apps: [east, west] as const,
    userId,
    tabs: [buyerBy(east, userId, headers), buyerBy(west, userId, headers)] as const,
  };
};
