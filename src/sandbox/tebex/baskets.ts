import { z } from "zod";
import { isHere } from "#sandbox/this-machine.ts";
import { Problem } from "./access.ts";
import { findPackage, type SandboxPackage } from "./catalogue.ts";
import { type Basket, type Ledger, subscriptionLine } from "./ledger.ts";

const address = z.string().refine(isHere, "must be an address on this machine");
const newBasket = z.object({
  complete_url: address,
  cancel_url: address,
  complete_auto_redirect: z.boolean().default(false),
  custom: z.unknown().optional(),
  ip_address: z.string().max(45).optional(),
});
const packageId = z.coerce.number().int().positive();
const quantity = z.coerce.number().int().min(1).default(1);
const addition = z.object({ package_id: packageId, quantity });
const removal = z.object({ package_id: packageId });
const change = z.object({ quantity });

/** @throws {Problem} 422, which names the field. */
const parse = <T>(schema: z.ZodType<T>, given: unknown): T => {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Problem(422, `The ${issue?.path.join(".") || "body"} field is invalid.`);
};

const letters = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) =>
    String.fromCodePoint(97 + (byte % 26)),
  ).join("");

/** @throws {Problem} where nothing can be put in or taken out. */
const open = (basket: Basket): Basket => {
  if (basket.transaction !== null) throw new Problem(422, "This basket has been paid already.");
  if (basket.buyer === null)
    throw new Problem(422, "User must login before adding packages to basket");
  return basket;
};

/** What can be done to baskets over the Headless API. @param now milliseconds since 1970. */
export const createBaskets = (ledger: Ledger, now: () => number) => {
  const packageOf = (id: number): SandboxPackage => {
    const found = findPackage(id);
    if (found === undefined) throw new Problem(404, "Package not found");
    if (found.expiresAt !== null && found.expiresAt.getTime() <= now())
      throw new Problem(422, "This package is no longer available.");
    return found;
  };

  /** @throws {Problem} where the buyer may not have so many. */
  const assertAllowed = (basket: Basket, one: SandboxPackage, wanted: number) => {
    if (one.hasNoQuantity && wanted > 1)
      throw new Problem(422, "Quantity cannot be greater than 1");
    if (ledger.isBeyondLimit(basket, one, wanted))
      throw new Problem(422, `You have reached the purchase limit of ${one.name}.`);
  };

  const put = (basket: Basket, one: SandboxPackage, wanted: number): Basket => {
    assertAllowed(basket, one, wanted);
    const line = basket.lines.find((other) => other.package.id === one.id);
    if (line === undefined) basket.lines.push({ package: one, quantity: wanted });
    else line.quantity = wanted;
    return basket;
  };

  return {
    /** @param remote of whoever asks: the basket is theirs where no address was named. */
    create: (given: unknown, remote: string): Basket => {
      const parsed = parse(newBasket, given);
      const basket: Basket = {
        id: 540_000 + ledger.baskets.size,
        ident: `${letters(5)}-${crypto.getRandomValues(new Uint8Array(20)).toHex()}`,
        custom: parsed.custom ?? null,
        completeUrl: parsed.complete_url,
        cancelUrl: parsed.cancel_url,
        hasAutoRedirect: parsed.complete_auto_redirect,
        ip: parsed.ip_address ?? remote,
        buyer: null,
        lines: [],
        discount: 0,
        createdAt: new Date(now()),
        transaction: null,
      };
      ledger.baskets.set(basket.ident, basket);
      return basket;
    },
    /** Puts a package in; one that is there already becomes more. */
    add: (basket: Basket, given: unknown): Basket => {
      const { package_id: id, quantity: more } = parse(addition, given);
      open(basket);
      const one = packageOf(id);
      const there = basket.lines.find((line) => line.package.id === id);
      const recurring = subscriptionLine(basket.lines);
      if (one.type === "subscription" && recurring !== undefined && recurring !== there)
        throw new Problem(422, "Only one subscription can be added to a basket.");
      return put(basket, one, (there?.quantity ?? 0) + more);
    },
    remove: (basket: Basket, given: unknown): Basket => {
      const { package_id: id } = parse(removal, given);
      open(basket).lines = basket.lines.filter((line) => line.package.id !== id);
      return basket;
    },
    setQuantity: (basket: Basket, id: number, given: unknown): Basket => {
      const { quantity: wanted } = parse(change, given);
      if (!open(basket).lines.some((line) => line.package.id === id))
        throw new Problem(422, "This package is not in the basket.");
      return put(basket, packageOf(id), wanted);
    },
  };
};
export type Baskets = ReturnType<typeof createBaskets>;
