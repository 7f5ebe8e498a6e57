import { ONCE, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";

export { ShopScreen } from "./screen.tsx";

export const loadShop: ScreenLoader = ({ queries, site }) => {
  if (site.shop === null) return undefined;
  // What the member cannot buy now changes with every order: the screen asks for that itself.
  void queries.shop.promoStatus.prefetch();
  return queries.shop.packages.ensureData(undefined, ONCE);
};
