import type { MemberContext } from "#server/context.ts";
import type { SignInLinks } from "#shared/schemas/shop.ts";
import { countItem } from "./count-item.ts";
import { openOrder } from "./own-order.ts";
import { shopOf } from "./shop-of.ts";
import { tellRefusal } from "./store-refusal.ts";

/** Where the store leads back to: a page of the server that closes its window. */
const RETURN_PATH = "/auth/tebex/return";

/**
 * Where the buyer signs in at the store; empty where nobody has to.
 * @throws {AppError} `not_found`, `conflict` for a basket that is paid,
 *   `too_many_requests`, `bad_gateway`.
 */
export const listSignInLinks = async (
  ctx: MemberContext,
  { ident }: { ident: string },
): Promise<SignInLinks> => {
  const api = shopOf(ctx);
  await openOrder(ctx, ident);
  await countItem(ctx);
  const links = await api
    .signInLinks(ident, `${ctx.config.publicUrl}${RETURN_PATH}`)
    .catch(tellRefusal(ctx));
  return links.map(({ name, url }) => ({ name, url }));
};
