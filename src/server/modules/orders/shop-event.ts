import { z } from "zod";
import { parseUtc } from "#server/core/clock.ts";

/** No control stands in it: a database may not hold it, nor a screen show it. */
const word = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u);
const id = word(200);
const time = z.string().transform((raw, refinement): Date => {
  const at = parseUtc(raw);
  if (at !== null) return at;
  refinement.addIssue({ code: "custom", message: "no time" });
  return z.NEVER;
});
/** PHP writes some numbers as texts; nothing else counts as one, least of all nothing. */
const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(\.\d{1,6})?$/u)
    .transform(Number),
]);
/** What nothing costs. */
const AMOUNT_MAX = 1e9;
const money = z.object({
  amount: numeric.pipe(z.number().min(-AMOUNT_MAX).max(AMOUNT_MAX)),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .transform((code) => code.toUpperCase()),
});
/** The largest id that a row can have. */
const ID_MAX = 2 ** 31 - 1;
/** As our own baskets carry it; anything else is none of ours. */
const custom = z
  .object({ userId: id, orderId: numeric.pipe(z.int().positive().max(ID_MAX)) })
  .nullish()
  .catch(null);

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

/** A coupon says what it takes off in a part of its own, as an amount or in percent. */
const readDiscount = (raw: unknown): Fields => {
  const { amount, percent, discount } = fieldsOf(raw);
  if (discount === undefined) return { amount, percent };
  const { type, value = null, ...given } = fieldsOf(discount);
  return /percent/iu.test(String(type))
    ? { percent: given["percentage"] ?? value }
    : { amount: given["amount"] ?? value };
};

/** So much of a coupon or a gift card as says what it took off; nulls where it does not say. */
const discount = z.preprocess(
  readDiscount,
  z.object({
    amount: z
      .union([numeric, money.transform(({ amount }) => amount)])
      .nullable()
      .catch(null),
    percent: numeric.pipe(z.number().min(0).max(100)).nullable().catch(null),
  }),
);
const discounts = z
  .array(discount)
  .max(100)
  .nullish()
  .catch(null)
  .transform((all) => all ?? []);

/** A payment, as far as it matters here [PAY-02]. */
export const shopPayment = z.object({
  transaction_id: id,
  status: z.object({ id: z.int() }).nullish(),
  payment_sequence: z.string().max(60).nullish(),
  created_at: time,
  price: money.nullish(),
  price_paid: money.nullish(),
  products: z
    .array(
      z.object({
        id: numeric.pipe(z.int().positive()),
        name: z.string().default(""),
        quantity: numeric.pipe(z.int().min(1).max(100_000)).default(1),
        base_price: money.nullish(),
        paid_price: money.nullish(),
      }),
    )
    .max(500),
  coupons: discounts,
  gift_cards: discounts,
  recurring_payment_reference: id.nullish(),
  custom,
});
export type ShopPayment = z.output<typeof shopPayment>;

/** A subscription, likewise. Its payments are read where they matter alone. */
export const shopSubscription = z.object({
  reference: id,
  next_payment_at: time.nullish(),
  initial_payment: z.unknown().optional(),
  last_payment: z.unknown().optional(),
});
export type ShopSubscription = z.output<typeof shopSubscription>;

/** What every event has. */
export const shopEvent = z.object({
  id,
  type: word(100),
  date: time,
  // What it has to be is asked when it is worked on: first of all an event is kept.
  subject: z.record(z.string(), z.unknown()).catch({}),
});
export type ShopEvent = z.output<typeof shopEvent>;

/** What says who a customer is, or what they typed in: nothing of that is kept [PAY-02]. */
const PERSONAL =
  /^(?:user|user_?name(?:_?id)?|(?:first|last|full)_?name|ip(?:v[46])?|country|city|state|zip|postal_?code|gift_?cards?|variables)$/iu;
const PERSONAL_BEGINNING = /^(?:customer|phone|billing)/iu;
const PERSONAL_PART = /e-?mail|address/iu;
const isPersonal = (key: string) =>
  [PERSONAL, PERSONAL_BEGINNING, PERSONAL_PART].some((pattern) => pattern.test(key));
/** What our baskets carry along; a plugin of Tebex may write anything else there. */
const OURS: ReadonlySet<string> = new Set(["userId", "orderId"]);

const onlyOurs = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => OURS.has(key)))
    : null;

/** Whoever reads the code of a coupon or gift card can use it: what it took off is kept alone. */
const WORTH = /^(coupons|gift_cards)$/u;
const worthOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => discount.parse(one)) : [];

const keptOf = (key: string, value: unknown): unknown => {
  if (key === "custom") return onlyOurs(value);
  return WORTH.test(key) ? worthOf(value) : withoutCustomer(value);
};

/** A copy of any JSON value without what it says of a customer, however deep it stands. */
export const withoutCustomer = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutCustomer);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => WORTH.test(key) || !isPersonal(key))
      .map(([key, inner]) => [key, keptOf(key, inner)]),
  );
};
