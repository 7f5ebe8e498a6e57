import { expect } from "bun:test";
import { long } from "#tests/support/long.ts";
import { crashBetweenLines, crashPurchases, PLACES_OF_DEATH } from "./purchases.ts";

/** A machine may be busy: what hangs ends all the same. */
const LIMIT_MS = 600_000;

long(
  "[PAY-04] a site that is killed again and again credits every paid order exactly once",
  async () => {
    // Others: bun run crash
    const figures = await crashPurchases({ orders: 12, seed: 20_261_122 });
    expect(figures.wrong).toEqual([]);
    expect(figures.orders).toBe(12);
  },
  LIMIT_MS,
);

long(
  "[PAY-04] an order of five lines whose processes die before, between and after them is credited once",
  async () => {
    const { deaths, wrong, ledgerLines } = await crashBetweenLines();
    expect(deaths).toEqual(
      PLACES_OF_DEATH.map(({ dieAt, lines }) => ({
        output: { place: dieAt.split(" ")[0] ?? "", lines },
        ledgerLines: dieAt === "answer" ? 5 : 0,
      })),
    );
    expect(wrong).toEqual([]);
    expect(ledgerLines).toBe(5);
  },
  LIMIT_MS,
);
