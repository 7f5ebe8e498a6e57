import type { z } from "zod";
import { inputSentence, nearestName } from "#server/core/input-sentence.ts";
import { type SiteProblem } from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import {
  documentIn,
  hashOf,
  isSection,
  pathText,
  type ReadFile,
  type Written,
} from "./community-file.ts";
import { type Community, communityOf } from "./community.ts";
import { exampleFile, FORMAT, fromFile, inFile, twiceNamedIn, upgraded } from "./file-format.ts";

const EXAMPLE_MAX_CHARACTERS = 70;

type Names = (name: string) => string;

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** What the example has at a place: of a list whatever entry says something there. */
const valueAt = (within: unknown, [first, ...rest]: readonly PropertyKey[]): unknown => {
  if (first === undefined) return within;
  if (typeof first === "number")
    return Array.isArray(within)
      ? within.map((entry) => valueAt(entry, rest)).find((value) => value !== undefined)
      : undefined;
  return isTable(within) ? valueAt(within[String(first)], rest) : undefined;
};

let example: unknown;
/** Read once: each mistake asks for it. */
const exampleAt = (path: readonly PropertyKey[]): unknown =>
  valueAt((example ??= exampleFile()), path);

const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/** A value as the file has it; null where it is too much for a message. */
const written = (value: unknown): string | null => {
  const isShort = isScalar(value) || (Array.isArray(value) && value.every(isScalar));
  const text = isShort ? JSON.stringify(value) : null;
  return text !== null && text.length <= EXAMPLE_MAX_CHARACTERS ? text : null;
};

const TABLE_EXAMPLE_KEYS = ["name", "key", "title", "label", "id"];

/** Of a place, as somebody would write it: `port = 7777`, or `[brand]` with a first line. */
const exampleText = (path: readonly PropertyKey[], nameOf: Names): string | null => {
  const value = exampleAt(path);
  const last = path.findLast((part) => typeof part === "string");
  if (last === undefined) return null;
  const line = written(value);
  if (line !== null) {
    const isEntry = typeof path.at(-1) === "number";
    return `${nameOf(last)} = ${isEntry ? `[${line}]` : line}`;
  }
  const isList = Array.isArray(value);
  const table: unknown = isList ? value[0] : value;
  if (!isTable(table)) return null;
  const key = TABLE_EXAMPLE_KEYS.concat(Object.keys(table)).find(
    (name) => written(table[name]) !== null,
  );
  if (key === undefined) return null;
  const names = path.filter((part) => typeof part === "string").map(nameOf);
  const head = isList ? `[[${names.join(".")}]]` : `[${names.join(".")}]`;
  return `${head} with ${nameOf(key)} = ${written(table[key])}`;
};

const letters = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "");
const slipsIn = (length: number) => (length <= 4 ? 1 : 2);

const unknownKeys = ({ keys, path }: z.core.$ZodIssueUnrecognizedKeys, nameOf: Names): string => {
  const here = exampleAt(path);
  const known = isTable(here) ? Object.keys(here) : [];
  const named = keys.map((key) => {
    const meant = nearestName(key, known, { letters, slipsIn });
    return meant === null
      ? `"${nameOf(key)}"`
      : `"${nameOf(key)}" (did you mean ${nameOf(meant)}?)`;
  });
  const isEntry = typeof path.at(-1) === "number";
  return `does not know ${named.join(", ")}${isEntry ? ". A line belongs to the last [table] above it" : ""}`;
};

/** One that says what a value has to be, and not what it has to do with others. */
const SAYS_HOW = /^(must|is required|is missing)/;

/**
 * What is wrong at a place of the owner's file, with an example where there is one.
 * @param nameOf as the file has a name.
 */
const ownerSentence = (issue: z.core.$ZodIssue, nameOf: Names): string => {
  if (issue.code === "unrecognized_keys") return unknownKeys(issue, nameOf);
  const { message } = issue;
  if (!SAYS_HOW.test(message) || message.includes(" such as ")) return message;
  const like = exampleText(issue.path, nameOf);
  return like === null ? message : `${message}, such as ${like}`;
};

const sentenceOf = (issue: z.core.$ZodIssue, nameOf: (name: string) => string) =>
  issue.code === "unrecognized_keys"
    ? `does not know ${issue.keys.map((key) => `"${nameOf(key)}"`).join(", ")}`
    : issue.message;

/** What is wrong with the owner's file, one sentence each. @param source its name. */
const problemsOf = (error: z.ZodError, source: string): string[] =>
  error.issues.map((issue) => {
    const path = pathText(
      issue.path.map((part) => (typeof part === "string" ? inFile(part) : part)),
    );
    return `${source}: ${path === "" ? "" : `${path}: `}${ownerSentence(issue, inFile)}`;
  });

/** What makes a community of a document, or what is wrong with it. */
export type ReadDocument =
  | { community: Community; problems: readonly SiteProblem[] }
  | { community: null; problems: readonly SiteProblem[] };

/**
 * Reads a document of any format so far.
 * @param machine the part of the owner's file that no document has.
 */
export const readDocument = (machine: Written, document: Written): ReadDocument => {
  const { format } = document;
  if (typeof format === "number" && format > FORMAT) {
    const message = SITE_VERSIONS.newerFormat(format, FORMAT);
    const whole = { section: "brand", level: "error", code: "newer_format" } as const;
    return { community: null, problems: [{ ...whole, path: [], message }] };
  }
  const parsed = communityOf.safeParse({ ...machine, ...document });
  if (parsed.success) return { community: parsed.data, problems: [] };
  const problems = parsed.error.issues.map((issue): SiteProblem => {
    const [first, ...rest] = issue.path;
    return {
      section: isSection(first) ? first : "brand",
      path: rest.map((part) => (typeof part === "number" ? part : String(part))),
      level: "error",
      code: "invalid",
      message: sentenceOf(issue, (name) => name),
    };
  });
  return { community: null, problems };
};

type ReadToml = { value: unknown; problem: null } | { problem: string };

const readToml = (text: string): ReadToml => {
  try {
    return { value: Bun.TOML.parse(text), problem: null };
  } catch (error) {
    const problem =
      error instanceof Error ? error.message.replace("TOML Parse error: ", "") : "unreadable";
    return { problem };
  }
};

/** The parser does not say where it stumbled: it is the first line whose presence is enough for it. */
const lineOfProblem = (text: string, problem: string): number => {
  const lines = text.split("\n").map((line) => `${line}\n`);
  let [before, last] = [0, lines.length];
  while (last - before > 1) {
    const middle = Math.floor((before + last) / 2);
    if (readToml(lines.slice(0, middle).join("")).problem === problem) last = middle;
    else before = middle;
  }
  return last;
};

const isMachines = (name: string) => name !== "format" && !isSection(name);

/**
 * Reads the text of a community file.
 * @param usual the machine's part where the file has none of its own.
 * @param problems what is wrong is added to it; null is returned then.
 */
export const readCommunityFile = (
  source: string,
  text: string,
  problems: string[],
  usual: Written = {},
): ReadFile | null => {
  const read = readToml(text);
  if (read.problem !== null) {
    problems.push(`${source}: line ${lineOfProblem(text, read.problem)}: ${read.problem}`);
    return null;
  }
  const twice = twiceNamedIn(read.value);
  for (const { path, first, second } of twice) {
    const place = path.length === 0 ? "" : `${pathText(path)}: `;
    problems.push(`${source}: ${place}${SITE_VERSIONS.twoSpellings(first, second)}`);
  }
  const written = { ...usual, ...(fromFile(read.value) as Written) };
  const parsed = communityOf.safeParse(written, { error: inputSentence });
  if (!parsed.success) {
    problems.push(...problemsOf(parsed.error, source));
    return null;
  }
  if (twice.length > 0) return null;
  const whole = upgraded(written) as Written;
  const machine = Object.fromEntries(Object.entries(whole).filter(([name]) => isMachines(name)));
  const document = documentIn(whole);
  return { community: parsed.data, file: { source, machine, document, hash: hashOf(written) } };
};
