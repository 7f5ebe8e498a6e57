import { expect, test } from "bun:test";
import { type Node, parseSync, Visitor } from "oxc-parser";
import { findInSources } from "#tests/support/source-lines.ts";

const EQUALITY: ReadonlySet<string> = new Set(["===", "!==", "==", "!="]);
const SEARCHES: ReadonlySet<string> = new Set([
  "endsWith",
  "includes",
  "indexOf",
  "match",
  "search",
  "startsWith",
  "test",
]);

/** The name at the root of `TICKETS.createFailed`; null of anything else. */
const rootOf = (node: Node): string | null => {
  if (node.type === "Identifier") return node.name;
  return node.type === "MemberExpression" ? rootOf(node.object) : null;
};

const isNullish = (node: Node) =>
  (node.type === "Literal" && node.value === null) || rootOf(node) === "undefined";

/** `error.message`, or what `messageOf(error)` gives: the sentence of an error. */
const isSentenceOfError = (node: Node): boolean =>
  (node.type === "CallExpression" && rootOf(node.callee) === "messageOf") ||
  (node.type === "MemberExpression" &&
    !node.computed &&
    node.property.type === "Identifier" &&
    node.property.name === "message" &&
    /error|failure/i.test(rootOf(node.object) ?? ""));

const isErrorName = (node: Node) =>
  node.type === "Literal" && /Failure$|^AppError$/.test(String(node.value));

/** The lines on which control flow depends on how something is worded. */
const comparisonsIn = (file: string, source: string): number[] => {
  const { program, module } = parseSync(file, source);
  const sentences = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => /(messages|refusals)\.ts$/.test(moduleRequest.value))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  const isWording = (node: Node) =>
    isSentenceOfError(node) ||
    (node.type === "MemberExpression" && sentences.has(rootOf(node) ?? ""));
  const found: number[] = [];
  const note = (start: number) => found.push(source.slice(0, start).split("\n").length);
  new Visitor({
    BinaryExpression({ operator, left, right, start }) {
      const sides = [left, right];
      if (!EQUALITY.has(operator) || sides.some(isNullish)) return;
      if (sides.some((side) => isWording(side) || isErrorName(side))) note(start);
    },
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (SEARCHES.has(callee.property.name) && [callee.object, ...given].some(isWording))
        note(start);
    },
    SwitchCase({ test: value, start }) {
      if (value !== null && isWording(value)) note(start);
    },
    Property({ key, computed, start }) {
      if (computed && isWording(key)) note(start);
    },
  }).visit(program);
  return found;
};

/** A script that could not be loaded: browsers say so in a sentence alone. */
const WITHOUT_CODE = "src/client/lib/chunks.ts";

test("what people read decides nothing: errors are told apart by their codes", async () => {
  const given = { linesIn: comparisonsIn, without: WITHOUT_CODE };
  expect(await findInSources("{src,scripts}/**/*.{ts,tsx}", given)).toEqual([]);
});

test.each([
  'if (messageOf(error) === "Email is already in use.") merge();',
  "if (sentence === TICKETS.changedMeanwhile) merge();",
  "if (problem.includes(TICKETS.changedMeanwhile)) merge();",
  "if (error.message === TICKETS.changedMeanwhile) merge();",
  'if (error.message.startsWith("Password must")) merge();',
  'if (error.name === "ShopFailure") merge();',
  "switch (sentence) { case TICKETS.changedMeanwhile: merge(); }",
  'const FIELDS = { [TICKETS.changedMeanwhile]: "subject" };',
])("%p is found", (line) => {
  const imports = 'import { TICKETS } from "#shared/ticket-messages.ts";';
  expect(comparisonsIn("a.ts", `${imports}\n${line}`)).toEqual([2]);
});
