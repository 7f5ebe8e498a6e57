import { expect, test } from "bun:test";
import { type Node, parseSync, Visitor } from "oxc-parser";
import { findInSources } from "#tests/support/source-lines.ts";

const WORD = /(?<=^|\s)[“"'(#]*\p{L}[\p{L}\d'’-]*[“”"().,:;!?…]*(?=\s|$)/gu;
const LEAST_WORDS = 3;
const CLASS = /^[@[a-z\d]([^\sA-Z]*[^\sA-Z.,:;!?…])?$/;
/** What nobody reads on a screen. */
const UNREAD_PROPS = /[cC]lassName$|^rel$|^d$/;

/** Lists of classes: lower case throughout, one of them with a hyphen, a colon or a bracket. */
const isClasses = (text: string) => {
  const parts = text.trim().split(/\s+/);
  return parts.every((part) => CLASS.test(part)) && parts.some((part) => /[-:[@]/.test(part));
};
const isStyle = (text: string) => /\{[^{}]*:[^{}]*\}/.test(text);
const isSentence = (text: string) =>
  [...text.matchAll(WORD)].length >= LEAST_WORDS && !isStyle(text);

/** What goes into the console or into an error of the program's own. */
const isForDevelopers = (callee: Node): boolean =>
  callee.type === "Identifier"
    ? callee.name === "Error"
    : callee.type === "MemberExpression" &&
      callee.object.type === "Identifier" &&
      callee.object.name === "console";

/** The lines on which a sentence of three or more words is written into the code of a screen. */
const sentencesIn = (file: string, source: string): number[] => {
  const unread: { start: number; end: number }[] = [];
  const found: number[] = [];
  const note = ({ start, end }: Node, text: string) => {
    if (isSentence(text) && !unread.some((span) => span.start <= start && end <= span.end))
      found.push(source.slice(0, start).split("\n").length);
  };
  new Visitor({
    ImportDeclaration: (node) => void unread.push(node),
    JSXAttribute: (node) => {
      if (node.name.type === "JSXIdentifier" && UNREAD_PROPS.test(node.name.name))
        unread.push(node);
    },
    CallExpression: (node) => void (isForDevelopers(node.callee) && unread.push(node)),
    NewExpression: (node) => void (isForDevelopers(node.callee) && unread.push(node)),
    JSXText: (node) => note(node, node.value),
    Literal: (node) => {
      if (typeof node.value === "string" && !isClasses(node.value)) note(node, node.value);
    },
    TemplateLiteral: (node) => {
      const text = node.quasis.map(({ value }) => value.raw).join("–");
      if (!isClasses(text)) note(node, text);
    },
  }).visit(parseSync(file, source).program);
  return found;
};

/** Tells whoever maintains the checkout, in the console, which option is ignored. */
const FOR_DEVELOPERS = "src/client/features/checkout/state.ts";

test("every sentence on a screen stands in a file of messages: src/shared/*messages.ts", async () => {
  const given = { linesIn: sentencesIn, without: FOR_DEVELOPERS };
  expect(await findInSources("src/client/{features,components}/**/*.{ts,tsx}", given)).toEqual([]);
});

test.each([
  "const page = <p>Nothing is here.</p>;",
  'const page = <Field label="What it may do" />;',
  "const page = <Field hint={`Back to the ${place}`} />;",
  'const question = { title: "Close this ticket?" };',
])("%p is found", (line) => {
  expect(sentencesIn("a.tsx", line)).toEqual([1]);
});

test.each([
  'const page = <p className="grow truncate italic">Two words</p>;',
  'const look = "grid gap-2 px-4 @2xl:px-5";',
  'throw new Error("Tabs are missing here.");',
])("%p is let through", (line) => {
  expect(sentencesIn("a.tsx", line)).toEqual([]);
});
