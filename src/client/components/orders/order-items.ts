import type { OrderItem } from "#shared/schemas/orders.ts";

/** What an order has, with one line for each package: a payment can have several of one. */
export const itemsByPackage = (items: readonly OrderItem[]): OrderItem[] => {
  const lines = new Map<number, OrderItem>();
  for (const item of items) {
    const line = lines.get(item.packageId);
    lines.set(item.packageId, {
      ...item,
      quantity: (line?.quantity ?? 0) + item.quantity,
      price: (line?.price ?? 0) + item.price,
    });
  }
  return [...lines.values()];
};
