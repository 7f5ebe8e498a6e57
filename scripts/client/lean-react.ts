import { type Expression, parseSync, type SwitchCase, Visitor } from "oxc-parser";

/** What React can draw and no page of ours has, by the tags of its fibers. */
const TAGS_UNUSED: ReadonlySet<Left> = new Set([
  // <Profiler>
  12,
  // <SuspenseList>
  19,
  // What moves into the head: <title>, <meta>, <link>, styles with a precedence.
  26,
  // <html>, <head> and <body>, since the server writes them.
  27,
  // <Activity>
  31,
  // Of other builds of React.
  21, 23, 24, 25,
]);

/** The same by the types of elements. */
const TYPES_UNUSED: ReadonlySet<Left> = new Set([
  "REACT_ACTIVITY_TYPE",
  "REACT_PROFILER_TYPE",
  "REACT_SUSPENSE_LIST_TYPE",
]);

/** Hooks that no screen and no library of ours calls. */
const HOOKS_UNUSED: ReadonlySet<string> = new Set([
  "useActionState",
  "useCacheRefresh",
  "useFormState",
  "useHostTransitionStatus",
  "useMemoCache",
  "useOptimistic",
]);

const REFUSES = "throw Error(`Left out by scripts/client/lean-react.ts.`);";

/** What stands in the place of what functions do. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  // Nobody reads which components were around an error.
  ["getStackByFiberInDevAndProd", "return ``;"],
  // In the errors of a release, which are numbers, it stands in brackets.
  ["getComponentNameFromType", "return null;"],
  // No commit waits for a style sheet.
  ["waitForCommitToBeReady", "return null;"],
  // Handed over and never called.
  ["defaultOnDefaultTransitionIndicator", REFUSES],
  // `findDOMNode`
  ["findCurrentFiberUsingSlowPath", REFUSES],
  ["preconnect", REFUSES],
  ["prefetchDNS", REFUSES],
  ["preinitModuleScript", REFUSES],
  ["preinitScript", REFUSES],
  ["preinitStyle", REFUSES],
  ["preload", REFUSES],
  ["preloadModule", REFUSES],
  ["setPropOnCustomElement", REFUSES],
  // Nobody says what is to be hydrated first.
  ["attemptExplicitHydrationTarget", REFUSES],
  // Functions as the action of a form.
  ["requestFormReset", REFUSES],
  ["startHostTransition", REFUSES],
]);

/** Ends where it stands, so that the next case is not entered from it. */
const ENDS = /^(?:Return|Throw|Break|Continue)Statement$/;

/** Whatever is left out, by its tag or name. */
type Left = string | number;

/** Text to be put in the place of another; a part of one that goes goes with it. */
type Change = { start: number; end: number; text: string };

const apply = (source: string, changes: readonly Change[]) => {
  let text = "";
  let at = 0;
  for (const change of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (change.start < at) continue;
    text += source.slice(at, change.start) + change.text;
    at = change.end;
  }
  return text + source.slice(at);
};

/** A case by what it is for; empty for others than tags and types. */
const nameIn = (test: Expression | null, isOfTags: boolean): Left => {
  if (test?.type === "Identifier") return test.name;
  return isOfTags && test?.type === "Literal" && typeof test.value === "number" ? test.value : "";
};

/** The names that these cases declare: in React's files others use them, too. */
const variablesOf = (source: string, cases: readonly SwitchCase[]) => {
  const names = new Set<string>();
  for (const { start, end } of cases) {
    const { program } = parseSync(
      "case.js",
      `() => { switch (0) { ${source.slice(start, end)} } }`,
    );
    new Visitor({
      VariableDeclarator: ({ id }) => {
        if (id.type === "Identifier") names.add(id.name);
      },
    }).visit(program);
  }
  return [...names];
};

/**
 * React without what is drawn by tags and hooks that nobody uses: the bundler then leaves out what only
 * those call. Whoever uses one all the same meets an error at once.
 * @param source of react-dom for browsers.
 * @throws where it has not all of what is to be left out.
 */
export const leanReact = (source: string): string => {
  const changes: Change[] = [];
  const missing = new Set<Left>([
    ...TAGS_UNUSED,
    ...TYPES_UNUSED,
    ...HOOKS_UNUSED,
    ...FUNCTIONS.keys(),
  ]);
  const leave = (name: Left, start: number, end: number, text = "") => {
    missing.delete(name);
    changes.push({ start, end, text });
  };
  new Visitor({
    SwitchStatement: ({ discriminant, cases, start, end }) => {
      const isOfTags =
        discriminant.type === "MemberExpression" &&
        !discriminant.computed &&
        discriminant.property.name === "tag";
      const gone: SwitchCase[] = [];
      let isEntered = false;
      for (const one of cases) {
        const name = nameIn(one.test, isOfTags);
        const [first] = one.consequent;
        const last = one.consequent.at(-1);
        const isGone = TAGS_UNUSED.has(name) || TYPES_UNUSED.has(name);
        // What the case before comes to as well stays with that one.
        if (isGone) leave(name, one.start, (isEntered && first?.start) || one.end);
        if (isGone && !isEntered) gone.push(one);
        else isEntered = last === undefined || !ENDS.test(last.type);
      }
      const names = variablesOf(source, gone);
      if (names.length > 0)
        changes.push(
          { start, end: start, text: `{ var ${names.join(", ")}; ` },
          { start: end, end, text: " }" },
        );
    },
    FunctionDeclaration: ({ id, body }) => {
      const { name } = id ?? { name: "" };
      const text = FUNCTIONS.get(name);
      if (text !== undefined && body !== null) leave(name, body.start, body.end, `{ ${text} }`);
    },
    ExpressionStatement: ({ expression, start, end }) => {
      if (expression.type !== "AssignmentExpression") return;
      const { left } = expression;
      if (left.type !== "MemberExpression" || left.computed) return;
      if (HOOKS_UNUSED.has(left.property.name)) leave(left.property.name, start, end);
    },
    Property: ({ key, start, end }) => {
      if (key.type !== "Identifier" || !HOOKS_UNUSED.has(key.name)) return;
      leave(key.name, start, source[end] === "," ? end + 1 : end);
    },
  }).visit(parseSync("react-dom.js", source).program);
  const [name] = missing;
  if (name !== undefined) throw new Error(`React has no ${name} any more: lean-react.ts.`);
  return apply(source, changes);
};
