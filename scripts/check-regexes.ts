/**
 * Fails where a regular expression in src can take more than linear time: whoever chooses the text
 * could stop the whole site with it. Recheck judges, in its JavaScript form, so that every machine
 * judges alike. Two things fail besides, since nobody can judge them beforehand: what recheck does
 * not understand, and an expression that is put together while the program runs.
 */

import { join } from "node:path";
import { type Expression, parseSync, Visitor } from "oxc-parser";
import { ROOT } from "./client/places.ts";

/** A regular expression as it stands in the source; `pattern` is null where it is put together. */
export type FoundRegex = { line: number; pattern: string | null; flags: string };

/** Exact where an automaton can tell, and the same on a slow machine: no time is measured. */
const LIMITS = {
  maxRepeatCount: 300,
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
} as const;

type Argument = { type: string; value?: unknown; quasis?: { value: { cooked: string | null } }[] };

/** What an argument says, where that can be seen; null where it cannot. */
const textOf = (argument: Argument | undefined): string | null => {
  if (argument === undefined) return "";
  if (argument.type === "Literal") return String(argument.value);
  const [only, ...others] = argument.type === "TemplateLiteral" ? (argument.quasis ?? []) : [];
  return others.length === 0 ? (only?.value.cooked ?? null) : null;
};

/**
 * Every regular expression of a source file: literals, and what `RegExp` is called with.
 * @throws where the file cannot be read as a program.
 */
export const regexesIn = (file: string, source: string): FoundRegex[] => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: FoundRegex[] = [];
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length;
  const madeBy = (callee: Expression, [pattern, flags]: readonly Argument[], at: number) => {
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
    const texts = [textOf(pattern), textOf(flags)];
    const isKnown = pattern !== undefined && !texts.includes(null);
    found.push({
      line: lineAt(at),
      pattern: isKnown ? (texts[0] ?? null) : null,
      flags: texts[1] ?? "",
    });
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node) found.push({ line: lineAt(node.start), ...node.regex });
    },
    NewExpression: (node) => madeBy(node.callee, node.arguments, node.start),
    CallExpression: (node) => madeBy(node.callee, node.arguments, node.start),
  }).visit(program);
  return found;
};

/** @returns what is wrong with an expression, in a few words; null where nothing is. */
export const regexProblem = async ({ pattern, flags }: FoundRegex): Promise<string | null> => {
  if (pattern === null) return "is put together while the program runs: write it out";
  // Read when recheck is loaded; otherwise it would start Java, or a program of its own.
  process.env["RECHECK_BACKEND"] = "pure";
  const { check } = await import("recheck");
  const verdict = await check(pattern, flags, LIMITS);
  if (verdict.status === "safe") return null;
  if (verdict.status === "unknown") return `cannot be judged (${verdict.error.kind})`;
  return `takes ${verdict.complexity.summary} time, for example for ${verdict.attack.pattern}`;
};

if (import.meta.main) {
  const files = [...new Bun.Glob("src/**/*.{js,ts,tsx}").scanSync({ cwd: ROOT })].toSorted();
  const problems: string[] = [];
  // Many stand in several places, and are judged once.
  const judged = new Map<string, Promise<string | null>>();
  let count = 0;
  for (const file of files)
    for (const regex of regexesIn(file, await Bun.file(join(ROOT, file)).text())) {
      count += 1;
      const key = JSON.stringify([regex.pattern, regex.flags]);
      const judging = judged.get(key) ?? regexProblem(regex);
      judged.set(key, judging);
      const problem = await judging;
      if (problem !== null)
        problems.push(`${file}:${regex.line}: /${regex.pattern ?? "…"}/${regex.flags} ${problem}`);
    }
  for (const problem of problems) console.error(problem);
  console.log(`${count} regular expressions, ${problems.length} problem(s).`);
  process.exit(problems.length === 0 ? 0 : 1);
}
