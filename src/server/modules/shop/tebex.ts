import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ShopFailure, type ShopApi } from "#server/providers/shop/port.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { noteRefusal } from "./refusals.ts";

const refusalOf = ({ reason, detail }: ShopFailure): AppError => {
  if (reason === "unreachable") return new AppError("bad_gateway", SHOP.unreachable);
  if (reason === "missing") return new AppError("not_found", SHOP.basketGone);
  if (reason === "sign_in") return new AppError(reason, SHOP.signInAtTebex);
  return new AppError(reason === "limit" ? "limit_reached" : reason, detail ?? SHOP.refused);
};

/**
 * For `catch`: tells the member why Tebex did not do it, and writes down what it said.
 * @throws {AppError} `bad_gateway`, `not_found`, or a code of the shop [SHOP-20]; whatever
 *   else was thrown, as it is.
 */
export const throwRefusal =
  (ctx: Pick<RequestCtx, "log" | "metrics" | "write">) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof ShopFailure)) throw error;
    const { reason, detail } = error;
    // A sentence that we know already may still name a customer.
    ctx.log.warn("shop.refused", { reason, ...(reason === "refused" && { detail }) });
    ctx.metrics.shopRefusals.add([reason]);
    if (reason === "refused") await noteRefusal(ctx, detail ?? "");
    throw refusalOf(error);
  };

/** Tebex. @throws {AppError} `unavailable` where none is configured. */
export const shopOf = ({ shop }: Pick<RequestCtx, "shop">): ShopApi => {
  if (shop === null) throw new AppError("unavailable", SHOP.notConfigured);
  return shop;
};

/** Counts what a member has us ask of Tebex for a basket. @throws {AppError} `too_many_requests`. */
export const countItem = ({ write, actor }: MemberCtx): Promise<void> =>
  write(async (tx) => {
    await tx.count("basketItemsByMember", actor.userId);
  });
