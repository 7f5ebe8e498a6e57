import type { MemberCtx } from "#server/context.ts";
import { readCatalogue } from "#server/modules/catalogue/index.ts";
import type { Obstacle } from "#shared/schemas/shop.ts";
import { findObstacles } from "./obstacles.ts";
import { findIdent } from "./own-order.ts";
import { shopOf } from "./shop-of.ts";

/**
 * What the member cannot buy now, and why: the server refuses it in the same words.
 * @param input.ident the basket that is being filled, whose own things are no obstacle.
 */
export const listObstacles = async (
  ctx: MemberCtx,
  { ident }: { ident?: string | null | undefined },
): Promise<Obstacle[]> => {
  shopOf(ctx);
  const order = ident == null ? null : await findIdent(ctx.read, ident);
  const { packages = [] } = (await readCatalogue(ctx.read)) ?? {};
  const obstacleOf = await findObstacles(ctx.read, order?.id ?? null);
  return packages.flatMap(({ id, name }) => {
    const found = obstacleOf({ packageId: id, name });
    return found === null ? [] : [Object.assign(found, { packageId: id })];
  });
};
