import { expect, test } from "bun:test";
import { type Expression, type Node, parseSync, Visitor } from "oxc-parser";
import { findInSources } from "#tests/support/source-lines.ts";

/** What is waited for where a call is to fail. */
const REFUSED = new Set(["refusalOf", "rejectionOf"]);
/** What such a place has; the rest need not be parsed. */
const CANDIDATE = /\b(?:query|mutate|fetch)\(/;
const WAITING = /\bfor \(const|refusalOf|rejectionOf/;
const STARTING = new Set(["query", "mutate"]);

type Span = Pick<Node, "start" | "end">;

const holds = (outer: Span, inner: Span) => outer.start <= inner.start && inner.end <= outer.end;

/** Without what TypeScript adds, such as `as const`. */
const plain = (node: Expression): Expression =>
  node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression"
    ? plain(node.expression)
    : node;

/** A call that is under way once it is written: `fetch(…)`, or one of a procedure. */
const isStarted = (given: Expression): boolean => {
  const node = plain(given);
  if (node.type !== "CallExpression") return false;
  const { callee } = node;
  if (callee.type === "Identifier") return callee.name === "fetch";
  return (
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    STARTING.has(callee.property.name)
  );
};

/** So many calls are under way in a list, with whatever stands beside each. */
const startedIn = (given: Expression): number => {
  const node = plain(given);
  if (node.type === "ArrayExpression")
    return node.elements.reduce(
      (sum, element) =>
        sum + (element === null || element.type === "SpreadElement" ? 0 : startedIn(element)),
      0,
    );
  if (isStarted(node)) return 1;
  const [made] = node.type === "CallExpression" ? node.arguments : [];
  // One for each of a list.
  const isMapped =
    node.type === "CallExpression" &&
    node.callee.type === "MemberExpression" &&
    node.callee.property.type === "Identifier" &&
    node.callee.property.name === "map" &&
    made?.type === "ArrowFunctionExpression" &&
    made.expression &&
    made.body.type !== "BlockStatement" &&
    isStarted(made.body);
  return isMapped ? 2 : 0;
};

type Declared = Span & { name: string; init: Expression };

/** What `const a = …` and `const [a, b] = [… , …]` declare. */
const declaredBy = (id: Node, init: Expression): Declared[] => {
  if (id.type === "Identifier") return [{ name: id.name, init, start: id.start, end: init.end }];
  const value = plain(init);
  if (id.type !== "ArrayPattern" || value.type !== "ArrayExpression") return [];
  return id.elements.flatMap((element, nth) => {
    const made = value.elements[nth];
    if (element?.type !== "Identifier" || made === undefined || made === null) return [];
    if (made.type === "SpreadElement") return [];
    return [{ name: element.name, init: made, start: id.start, end: init.end }];
  });
};

/**
 * The lines on which several calls are under way that are waited for one after another. Whichever fails while another
 * is waited for is nobody's, and ends the test now and then.
 */
const startedCallsIn = (file: string, source: string): number[] => {
  if (!CANDIDATE.test(source) || !WAITING.test(source)) return [];
  const declared: Declared[] = [];
  const waits: Span[] = [];
  const functions: Span[] = [];
  const loops: (Span & { list: Expression; body: Span })[] = [];
  const used: (Span & { name: string })[] = [];
  const refused: Span[] = [];
  const note = (node: Span) => void functions.push(node);
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (init !== null) declared.push(...declaredBy(id, init));
    },
    AwaitExpression: (node) => void waits.push(node),
    ArrowFunctionExpression: note,
    FunctionExpression: note,
    FunctionDeclaration: note,
    ForOfStatement: ({ start, end, right, body }) =>
      void loops.push({ start, end, list: right, body }),
    Identifier: ({ start, end, name }) => void used.push({ start, end, name }),
    CallExpression: (node) => {
      const { callee } = node;
      if (callee.type === "Identifier" && REFUSED.has(callee.name)) refused.push(node);
    },
  }).visit(parseSync(file, source).program);
  const found: number[] = [];
  const tell = ({ start }: Span) => void found.push(source.slice(0, start).split("\n").length);

  const latest = (name: string, before: number) =>
    declared.findLast((one) => one.name === name && one.end <= before);
  for (const loop of loops) {
    const list = plain(loop.list);
    const made =
      list.type === "Identifier" ? latest(list.name, loop.start)?.init : (list as Expression);
    const isWaiting = waits.some((wait) => holds(loop.body, wait));
    if (isWaiting && made !== undefined && startedIn(made) > 1) tell(loop);
  }

  // Of two that were begun, the later one is nobody's while the earlier one is waited for.
  const within = (span: Span) => functions.findLast((one) => holds(one, span) && one !== span);
  const begun = declared.filter(({ init }) => isStarted(init));
  for (const [nth, later] of begun.entries()) {
    const body = within(later);
    const usesOf = ({ name, end }: Declared) =>
      used.find((use) => use.name === name && use.start >= end);
    const use = usesOf(later);
    if (use === undefined || !refused.some((call) => holds(call, use))) continue;
    const isLate = begun.slice(0, nth).some((earlier) => {
      const first = usesOf(earlier);
      return (
        within(earlier) === body &&
        first !== undefined &&
        first.end <= use.start &&
        first.start >= later.end &&
        waits.some((wait) => holds(wait, first) && !holds(wait, use))
      );
    });
    if (isLate) tell(later);
  }
  return found;
};

test("of calls that are under way in a test, none fails while another is waited for", async () => {
  expect(await findInSources("tests/**/*.{ts,tsx}", { linesIn: startedCallsIn })).toEqual([]);
});

test.each([
  "for (const call of [a.mutate(1), b.mutate(2)]) expect(await refusalOf(call)).toBe(403);",
  "for (const call of [fetch(a), fetch(b)] as const) expect((await call).status).toBe(404);",
  'for (const [name, call] of [["a", a.query()], ["b", b.query()]]) await refusalOf(call);',
  "for (const call of people.map((who) => who.notes.query({ id }))) await refusalOf(call);",
  "const calls = [a.query(), b.query()]; for (const call of calls) await refusalOf(call);",
  "const a = x.mutate(1), b = y.mutate(2); await refusalOf(a); await refusalOf(b);",
  "const [a, b] = [x.mutate(1), y.mutate(2)]; expect([await refusalOf(a), await refusalOf(b)]);",
])("%p is found", (line) => {
  expect(startedCallsIn("a.ts", line)).toEqual([1]);
});

test.each([
  "for (const call of [() => a.mutate(1), () => b.mutate(2)]) await refusalOf(call());",
  "for (const word of [a.query, b.query]) expect(await word).toBe(1);",
  "for (const one of await Promise.all([a.query(), b.query()])) expect(await see(one)).toBe(1);",
  "for (const row of [db.query(1), db.query(2)]) expect(row.all()).toEqual([]);",
  "const calls = [a.query(), b.query()]; await Promise.all(calls.map(refusalOf));",
  "const a = x.mutate(1); await refusalOf(a); const b = y.mutate(2); await refusalOf(b);",
  "const [a, b] = [x.mutate(1), y.mutate(2)]; await Promise.all([refusalOf(a), refusalOf(b)]);",
  "const held = x.mutate(1), other = y.mutate(2); release(); await other; await held;",
])("%p is let through", (line) => {
  expect(startedCallsIn("a.ts", line)).toEqual([]);
});
