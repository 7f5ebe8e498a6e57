import { z } from "zod";
import { memberProcedure, router } from "#server/procedures/init.ts";
import {
  basket,
  basketIdent,
  basketItem,
  basketReply,
  changedBasket,
  madeBasket,
  newBasket,
  obstacle,
  obstaclesInput,
  promoClaim,
  promoStatus,
  shopPackages,
  signInLinks,
} from "#shared/schemas/shop.ts";
import {
  addPackage,
  closeBasket,
  createBasket,
  listPackages,
  updateBasket,
} from "./change-basket.ts";
import { claimPromo, listObstacles, readPromoStatus } from "./obstacles.ts";
import { listSignInLinks, readBasket } from "./read-basket.ts";

/** What Tebex sells, and the baskets on the way to it. */
export const shopRouter = router({
  packages: memberProcedure.output(shopPackages).query(({ ctx }) => listPackages(ctx)),
  createBasket: memberProcedure
    .input(newBasket)
    .output(madeBasket)
    .mutation(({ ctx, input }) => createBasket(ctx, input)),
  signInLinks: memberProcedure
    .input(basketIdent)
    .output(signInLinks)
    .mutation(({ ctx, input }) => listSignInLinks(ctx, input)),
  addPackage: memberProcedure
    .input(basketItem)
    .output(basket)
    .mutation(({ ctx, input }) => addPackage(ctx, input)),
  updateBasket: memberProcedure
    .input(changedBasket)
    .output(basket)
    .mutation(({ ctx, input }) => updateBasket(ctx, input)),
  closeBasket: memberProcedure
    .input(basketIdent)
    .output(z.string())
    .mutation(({ ctx, input }) => closeBasket(ctx, input)),
  obstacles: memberProcedure
    .input(obstaclesInput)
    .output(z.array(obstacle))
    .query(({ ctx, input }) => listObstacles(ctx, input)),
  basket: memberProcedure
    .input(basketIdent)
    .output(basketReply)
    .query(({ ctx, input }) => readBasket(ctx, input)),
  promoStatus: memberProcedure.output(promoStatus).query(({ ctx }) => readPromoStatus(ctx)),
  claimPromo: memberProcedure
    .input(promoClaim)
    .output(z.string())
    .mutation(({ ctx, input }) => claimPromo(ctx, input)),
});
