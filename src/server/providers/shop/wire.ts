import { z } from "zod";
import { parseUtc } from "#server/core/clock.ts";
import { cleanLine } from "#server/providers/clean-line.ts";
import type { PackageType } from "#shared/constants/shop.ts";
import type { ShopBasket, ShopCustom, TebexPackage } from "./port.ts";

const DETAIL_MAX = 200;
/** More than any shop sells; what is behind it is left out. */
const PACKAGES_MAX = 500;
/** As long as a name may be. */
const NAME_MAX = 100;
/** What nothing costs. */
const AMOUNT_MAX = 1e9;

const typeOf = (raw: string): PackageType => (raw === "subscription" ? "subscription" : "single");

const currency = z.string().regex(/^[A-Z]{3}$/u);
/** PHP writes some numbers as texts; nothing else counts as one, least of all nothing. */
const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,6})?$/u)
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(AMOUNT_MAX));

const tebexPackage = z
  .object({
    id: z.int().positive(),
    name: z.string(),
    type: z.enum(["single", "subscription", "both"]),
    total_price: amount,
    sales_tax: amount.nullish().catch(null),
    currency,
    // Neither a picture nor a date is a reason to fail.
    image: z.string().nullish().catch(null),
    description: z.string().nullish().catch(null),
    expiration_date: z.string().nullish().catch(null),
    user_limit: z.int().positive().nullish().catch(null),
  })
  .transform((raw): TebexPackage => ({
    id: raw.id,
    name: raw.name,
    type: typeOf(raw.type),
    totalPrice: raw.total_price,
    netPrice: Math.max(0, raw.total_price - (raw.sales_tax ?? 0)),
    currency: raw.currency,
    image: raw.image ?? null,
    description: raw.description ?? "",
    expiresAt: parseUtc(raw.expiration_date ?? ""),
    userLimit: raw.user_limit ?? null,
  }));

/** A list of packages. One that makes no sense is left out; where all make none, so does the list. */
export const packageList = z
  .object({ data: z.array(z.unknown()) })
  .transform(({ data }, refinement): readonly TebexPackage[] => {
    const packages = data
      .slice(0, PACKAGES_MAX)
      .flatMap((raw) => tebexPackage.safeParse(raw).data ?? []);
    if (packages.length > 0 || data.length === 0) return packages;
    refinement.addIssue({ code: "custom", message: "no package makes sense" });
    return z.NEVER;
  });

const custom = z.object({
  userId: z.string().min(1).max(64),
  orderId: z.coerce.number().int().positive(),
});

/** What binds a basket to its buyer; null where it is not as we make it. */
const customOf = (raw: unknown): ShopCustom | null => custom.safeParse(raw).data ?? null;

const bareBasket = z
  .object({
    ident: z.string().regex(/^[\w-]{1,64}$/u),
    complete: z.boolean(),
    total_price: amount,
    currency,
    packages: z.array(
      z.object({
        id: z.int().positive(),
        name: z.string(),
        in_basket: z.object({ quantity: z.int().positive(), price: amount }),
      }),
    ),
    custom: z.unknown().optional(),
  })
  .transform((raw): ShopBasket => ({
    ident: raw.ident,
    isComplete: raw.complete,
    total: raw.total_price,
    currency: raw.currency,
    packages: raw.packages.map(({ id, name, in_basket: { quantity, price } }) => ({
      id,
      name: cleanLine(name, NAME_MAX),
      quantity,
      price,
    })),
    custom: customOf(raw.custom),
  }));

/** A basket, wrapped or bare: Tebex's document says one, its answers the other. */
export const basketReply = z.union([
  z.object({ data: bareBasket }).transform(({ data }) => data),
  bareBasket,
]);

const link = z.object({ name: z.string(), url: z.url({ protocol: /^https?$/u }) });

/** Where to sign in, wrapped or bare. Addresses that no browser should open make it malformed. */
export const linkList = z.union([
  z.array(link),
  z.object({ data: z.array(link) }).transform(({ data }) => data),
]);

const problem = z.object({
  error_code: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
});
type TebexProblem = {
  /** Tebex's word for it; empty where it has none. */
  code: string;
  /** Its sentence, as one harmless line; empty where it has none. */
  detail: string;
};

/** Why Tebex says no (problem details). What is none says nothing. */
export const readProblem = (raw: unknown): TebexProblem => {
  const { error_code: code = "", detail = "" } = problem.safeParse(raw).data ?? {};
  return { code, detail: cleanLine(detail, DETAIL_MAX) };
};
