import { test } from "bun:test";
import * as fc from "fast-check";
import { withLimits } from "#tests/support/app.ts";
import { addTo, basketOf, one, POINTS, PROMO, shopWorld } from "#tests/support/shop.ts";
import { checkModel, type Modelled } from "./model.ts";

const SLOTS = [0, 1, 2] as const;
type Slot = (typeof SLOTS)[number];
type Op = { act: "add" | "close" | "pay"; slot: Slot };
type State = {
  /** The basket that has the promo; null for none. */
  holder: Slot | null;
  paid: readonly Slot[];
};

const apply = (state: State, { act, slot }: Op): readonly [State, string] => {
  if (act === "pay") {
    if (state.holder !== slot) return [state, "done"];
    return [{ ...state, holder: null, paid: [...state.paid, slot] }, "done"];
  }
  if (state.paid.includes(slot)) return [state, "refused"];
  if (act === "close") {
    const holder = state.holder === slot ? null : state.holder;
    return [{ ...state, holder }, "done"];
  }
  // Whoever puts something into a basket that was given up takes it up again.
  const isFree = (state.holder ?? slot) === slot && state.paid.length === 0;
  return isFree ? [{ ...state, holder: slot }, "done"] : [state, "refused"];
};

const startSite = async () => {
  const { shop, ada } = await shopWorld({
    adjust: withLimits({ basketsByMember: 1000, basketItemsByMember: 100_000 }),
  });
  const idents: string[] = [];
  for (const _ of SLOTS) idents.push(await ada.basket(one(POINTS), one(PROMO)));
  const identOf = (slot: Slot) => idents[slot] ?? "";
  const hasPromo = async (slot: Slot) => {
    const basket = await shop.basket(identOf(slot));
    return !basket.isComplete && basket.packages.some(({ id }) => id === PROMO);
  };
  const perform = async ({ act, slot }: Op): Promise<string> => {
    if (act === "pay") {
      if (await hasPromo(slot)) shop.pay(identOf(slot));
      await basketOf(ada, identOf(slot));
      return "done";
    }
    const answer =
      act === "add"
        ? await addTo(ada, identOf(slot), PROMO)
        : await ada.ask("DELETE", `basket/${identOf(slot)}`);
    return answer.ok ? "done" : "refused";
  };
  const observe = async () => {
    const all = await Promise.all(SLOTS.map((slot) => shop.basket(identOf(slot))));
    const has = all.map(({ packages }) => packages.some(({ id }) => id === PROMO));
    return {
      holder: SLOTS.find((slot) => has[slot] && all[slot]?.isComplete === false) ?? null,
      paid: SLOTS.filter((slot) => has[slot] && all[slot]?.isComplete === true),
    };
  };
  return { perform, observe };
};

const promo: Modelled<State, Op, string> = {
  initial: { holder: null, paid: [] },
  apply,
  view: ({ holder, paid }) => ({ holder, paid: paid.toSorted((a, b) => a - b) }),
  start: startSite,
};

const op: fc.Arbitrary<Op> = fc.record({
  act: fc.constantFrom("add", "add", "close", "pay"),
  slot: fc.constantFrom(...SLOTS),
});

test("the promo is in one open basket of a member at a time, and is paid once in its month", () =>
  checkModel(promo, op, { together: 3, length: 12 }));
