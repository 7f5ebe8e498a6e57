import type { ShopBasket } from "#server/providers/shop/port.ts";
import { toCents } from "#shared/rules/numbers.ts";
import type { OrderItem } from "#shared/schemas/orders.ts";
import type { Basket } from "#shared/schemas/shop.ts";

/** A basket as Tebex has it. Whom it is bound to is nothing for the wire. */
export const basketWire = ({
  ident,
  isComplete,
  total,
  currency,
  packages,
}: ShopBasket): Basket => ({
  ident,
  complete: isComplete,
  total,
  currency,
  packages: packages.map(({ id, name, quantity, price }) => ({ id, name, quantity, price })),
});

/** The basket of an order that is known to be paid. */
export const paidBasket = (
  ident: string,
  order: { items: readonly OrderItem[]; currency: string; totalCents: number | null },
): Basket => {
  const { items, currency, totalCents } = order;
  const sum = items.reduce((total, { price }) => total + toCents(price), 0);
  return {
    ident,
    complete: true,
    total: (totalCents ?? sum) / 100,
    currency,
    packages: items.map(({ packageId, name, quantity, price }) => ({
      id: packageId,
      name,
      quantity,
      price,
    })),
  };
};
