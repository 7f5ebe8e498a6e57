import { z } from "zod";
import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { errorFields } from "#server/core/log.ts";
import { type ShopApi, ShopFailure } from "#server/providers/ports/outside.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader } from "#server/store/store.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { SHOP } from "#shared/shop-messages.ts";

/** So many sentences are told apart, the latest. */
const KEPT_MAX = 10;
const KEPT_MS = 30 * DAY_MS;

const refusals = z.array(
  z.object({
    /** Tebex's sentence; empty where it said nothing. */
    detail: z.string(),
    times: z.int(),
    lastAt: z.iso.datetime(),
  }),
);
export type UnknownRefusal = z.infer<typeof refusals>[number];

const setting: Setting<UnknownRefusal[]> = { key: "shop:unknown_refusals", schema: refusals };

/** What Tebex refused in the last 30 days for a reason that the site does not know, latest first. */
export const readRefusals = async (reader: Reader, now: Date): Promise<UnknownRefusal[]> => {
  const kept = (await readSetting(reader, setting)) ?? [];
  return kept.filter(({ lastAt }) => now.getTime() - Date.parse(lastAt) < KEPT_MS);
};

/** Writes down that Tebex refused something for an unknown reason. Never throws. */
export const noteRefusal = async (
  { write, log }: Pick<RequestCtx, "write" | "log">,
  detail: string,
): Promise<void> => {
  try {
    await write(async (tx) => {
      const now = tx.clock.now();
      const known = await readRefusals(tx, now);
      const times = known.find((one) => one.detail === detail)?.times ?? 0;
      const others = known.filter((one) => one.detail !== detail);
      const latest = { detail, times: times + 1, lastAt: now.toISOString() };
      await writeSetting(tx, setting, [latest, ...others].slice(0, KEPT_MAX));
    });
  } catch (error) {
    log.warn("shop.refusal_not_noted", errorFields(error));
  }
};

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
