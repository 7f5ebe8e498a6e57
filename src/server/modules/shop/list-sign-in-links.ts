import type { MemberCtx } from "#server/context/context.ts";
import type { SignInLinks } from "#shared/schemas/shop.ts";
import { openOrder } from "./own-order.ts";
import { countItem, shopOf, throwRefusal } from "./tebex.ts";

/** Where Tebex leads back to: a page of the server that closes its window. */
const RETURN_PATH = "/auth/tebex/return";

/**
 * Where the buyer signs in at Tebex; empty where nobody has to.
 * @throws {AppError} `not_found`, `conflict` for a basket that is paid,
 *   `too_many_requests`, `bad_gateway`.
 */
export const listSignInLinks = async (
  ctx: MemberCtx,
  { ident }: { ident: string },
): Promise<SignInLinks> => {
  const api = shopOf(ctx);
  await openOrder(ctx, ident);
  await countItem(ctx);
  const links = await api
    .signInLinks(ident, `${ctx.config.publicUrl}${RETURN_PATH}`)
    .catch(throwRefusal(ctx));
  return links.map(({ name, url }) => ({ name, url }));
};
