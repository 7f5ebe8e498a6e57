import * as fc from "fast-check";
import { AppError } from "#server/core/errors.ts";
import { cleanUp } from "#tests/support/cleanup.ts";

/** "done", or the code with which it was refused. */
export const outcomeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

/** A simple model of a part of the site, and that part itself behind the same operations. */
export type Modelled<State, Op, Result> = {
  initial: State;
  /** What the operation does to the state, and what whoever asked for it is told. */
  apply(state: State, op: Op): readonly [State, Result];
  /** What of the state can be seen from outside. */
  view(state: State): unknown;
  /** The same at the site: `perform` does one operation, `observe` looks at what came of it all. */
  start(): Promise<{ perform(op: Op): Promise<Result>; observe(): Promise<unknown> }>;
};

type Site<Op, Result> = { perform(op: Op): Promise<Result>; observe(): Promise<unknown> };
type Held<State> = { state: State };

const ordersOf = (count: number): number[][] =>
  count === 0
    ? [[]]
    : ordersOf(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
      );

/** Operations that are started at the same moment: their outcome is one of doing them in turn. */
class Together<State, Op, Result> implements fc.AsyncCommand<Held<State>, Site<Op, Result>> {
  constructor(
    private readonly model: Modelled<State, Op, Result>,
    private readonly ops: readonly Op[],
  ) {}

  check = () => true;

  async run(held: Held<State>, site: Site<Op, Result>): Promise<void> {
    const results = await Promise.all(this.ops.map((op) => site.perform(op)));
    const seen = JSON.stringify([results, await site.observe()]);
    const possible = ordersOf(this.ops.length).map((order) => this.inTurn(held.state, order));
    const found = possible.find(({ observed }) => observed === seen);
    if (found === undefined) {
      const wanted = [...new Set(possible.map(({ observed }) => observed))].join("\nor       ");
      throw new Error(`seen     ${seen}\nexpected ${wanted}`);
    }
    held.state = found.state;
  }

  private inTurn(start: State, order: readonly number[]) {
    let state = start;
    const results: Result[] = [];
    for (const index of order) {
      const [next, result] = this.model.apply(state, this.ops[index] as Op);
      state = next;
      results[index] = result;
    }
    return { state, observed: JSON.stringify([results, this.model.view(state)]) };
  }

  toString = () => JSON.stringify(this.ops);
}

/** Another one: GENERATED_SEED=12345 bun test tests/generated */
export const SEED = Number(process.env["GENERATED_SEED"] ?? 20_261_122);
/** How many sequences are tried. */
export const RUNS = Number(process.env["GENERATED_RUNS"] ?? 10);

/**
 * Compares the site with its model over generated sequences of operations, some of which are
 * started at once. Whatever the site answers and shows must be what the model does in some order.
 * @param given.together how many operations are started at once, at most; 1 for one after the other.
 * @throws with the shortest sequence that differs, its seed and path.
 */
export const checkModel = async <State, Op, Result>(
  model: Modelled<State, Op, Result>,
  op: fc.Arbitrary<Op>,
  given: { together: number; length?: number },
): Promise<void> => {
  const { together, length = 25 } = given;
  const step = fc
    .array(op, { minLength: 1, maxLength: together })
    .map((ops) => new Together(model, ops));
  await fc.assert(
    fc.asyncProperty(
      fc.commands([step], { maxCommands: length, size: "max" }),
      async (commands) => {
        const real = await model.start();
        await fc.asyncModelRun(() => ({ model: { state: model.initial }, real }), commands);
        await cleanUp();
      },
    ),
    { seed: SEED, numRuns: RUNS },
  );
};
