import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  creditPoints,
  proveLedger,
  readBalance,
  spendPoints,
} from "#server/modules/points/index.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";
import { checkModel, type Modelled, outcomeOf } from "./model.ts";

type Op =
  | { kind: "credit" | "spend"; who: 0 | 1; points: number; reference: string }
  | { kind: "edit"; who: 0 | 1; oldPoints: number; points: number };
type State = { balances: readonly [number, number]; used: readonly string[] };

const withBalance = ({ balances }: State, who: 0 | 1, balance: number): State["balances"] =>
  who === 0 ? [balance, balances[1]] : [balances[0], balance];

const apply = (state: State, op: Op): readonly [State, string] => {
  const balance = state.balances[op.who];
  if (op.kind === "edit")
    return balance === op.oldPoints
      ? [{ ...state, balances: withBalance(state, op.who, op.points) }, "done"]
      : [state, "conflict"];
  // A reference counts once, for whatever and whomever it comes again.
  if (state.used.includes(op.reference)) return [state, "done"];
  const next = op.kind === "credit" ? balance + op.points : balance - op.points;
  if (next < 0) return [state, "not_enough_points"];
  const used = [...state.used, op.reference];
  return [{ balances: withBalance(state, op.who, next), used }, "done"];
};

const startSite = async () => {
  const { app, store, clock, member, stranger, admin } = await appWithPeople();
  const people = [member.id, stranger.id] as const;
  const entry = (op: Extract<Op, { reference: string }>) => ({
    userId: people[op.who],
    reason: "Model",
    reference: op.reference,
    actorId: null,
  });
  const edit = async ({ who, ...op }: Extract<Op, { kind: "edit" }>) => {
    const answer = await admin.ask("PUT", "/api/userprofile/edit-points", {
      userProfileId: people[who],
      ...op,
    });
    return answer.status === 200 ? "done" : answer.status === 409 ? "conflict" : `${answer.status}`;
  };
  const perform = (op: Op): Promise<string> => {
    if (op.kind === "edit") return edit(op);
    const { points } = op;
    return outcomeOf(
      op.kind === "credit"
        ? creditPoints(asSite(app.deps), { ...entry(op), kind: "vote", delta: points })
        : systemIn(store, clock).write((tx) => spendPoints(tx, { ...entry(op), points })),
    );
  };
  const observe = async () => {
    const proof = await proveLedger(asSite({ store }), new AbortController().signal);
    expect(proof?.broken).toBe(0);
    return Promise.all(people.map((id) => readBalance(store.read, id)));
  };
  return { perform, observe };
};

const ledger: Modelled<State, Op, string> = {
  initial: { balances: [0, 0], used: [] },
  apply,
  view: ({ balances }) => balances,
  start: startSite,
};

const who = fc.constantFrom(0 as const, 1 as const);
const amount = fc.constantFrom(5, 10, 20);
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("credit" as const, "spend" as const),
    who,
    points: amount,
    reference: fc.nat(15).map((number) => `model:${number}`),
  }),
  fc.record({
    kind: fc.constant("edit" as const),
    who,
    oldPoints: fc.constantFrom(0, 5, 10, 20, 30),
    points: fc.constantFrom(0, 5, 10, 20),
  }),
);

test("the ledger is what its model says, whoever credits, spends and edits, in turn or at once", () =>
  checkModel(ledger, op, { together: 3 }));
