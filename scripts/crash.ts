/**
 * `bun run crash`: purchases over the site's own routes while its process is killed (kill -9) again
 * and again; afterwards every order that was paid must be credited exactly once, and the ledger must
 * add up. `--orders=200` how many, `--seed=7` to have the same plans again. Fails where anything is
 * wrong, and says what.
 */

import { parseArgs } from "node:util";
import { z } from "zod";
import { crashPurchases } from "#tests/crash/purchases.ts";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== "--"),
  options: { orders: { type: "string" }, seed: { type: "string" } },
});
const settings = z.object({
  orders: z.coerce.number().int().min(1).max(10_000).default(200),
  seed: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .default(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0),
});
const parsed = settings.safeParse(values);
if (!parsed.success) {
  for (const { path, message } of parsed.error.issues)
    console.error(`--${path.join(".")}: ${message}`);
  process.exit(2);
}
const { orders, seed } = parsed.data;
// First of all, so that it is known whatever happens.
console.log(`${orders} purchases with seed ${seed} …`);
const { wrong, ...figures } = await crashPurchases({ orders, seed });
const rows: readonly (readonly [string, number])[] = [
  ["Purchases paid", figures.orders],
  ["… and given back", figures.refunded],
  ["Baskets never paid", figures.unpaid],
  ["Kills", figures.kills],
  ["… inside a transaction", figures.killsInTransactions],
  ["… between lines of an order", figures.killsBetweenLines],
  ["Events of the store", figures.events],
  ["Lines of the ledger", figures.ledgerLines],
  ["Seconds", figures.seconds],
];
for (const [name, value] of rows) console.log(`${name.padEnd(28)}${String(value).padStart(6)}`);
for (const sentence of wrong) console.error(`WRONG: ${sentence}`);
const isClean = wrong.length === 0;
console.log(
  isClean
    ? "Every paid order is credited exactly once, and the ledger adds up."
    : `That is wrong. Again with: bun run crash --orders=${orders} --seed=${seed}`,
);
process.exit(isClean ? 0 : 1);
