import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { z } from "zod";
import { inputSentence, nearestName } from "#server/core/input-sentence.ts";
import { type Environment, environmentSchema } from "./environment.ts";
import {
  FILE_ENDING,
  isSecret,
  isVariable,
  VARIABLE_NAMES,
  type VariableName,
  VARIABLES,
} from "./variables.ts";

const CODES: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `there is no file ${file}`,
  ENOTDIR: (file) => `there is no file ${file}: part of its path is no folder`,
  EACCES: (file) =>
    `${file} may not be read by the user that this program runs as. Give it the right: chown or chmod the file, and the folders that lead to it`,
  EPERM: (file) => `${file} may not be read by the user that this program runs as`,
  EISDIR: (file) => `${file} is a folder, and a file is expected`,
  ELOOP: (file) => `${file} is a link that leads back to itself`,
  ENAMETOOLONG: (file) => `${file} is too long for the name of a file`,
};

/** The line of the first byte that is no UTF-8. */
const firstForeignLine = (bytes: Uint8Array): number => {
  let [low, high] = [0, bytes.length];
  // The shortest beginning that cannot be read: `stream` forgives a letter that is cut in two.
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isUtf8(bytes.subarray(0, middle + 1), true)) low = middle + 1;
    else high = middle;
  }
  return bytes.subarray(0, low).reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
};

const isUtf8 = (bytes: Uint8Array, stream: boolean): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
};

/** True where a file is what Windows calls "Unicode": it begins with a mark, or every second byte is empty. */
export const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff) ||
  bytes[0] === 0 ||
  bytes[1] === 0;

const SAVE_AS_UTF8 = 'Save it as UTF-8: in the editor under "Save with encoding"';

/**
 * The text of an owner's file, or in one sentence why it cannot be read.
 * @param maxBytes what is longer is another file than the one that is meant.
 */
export const readTextFile = (
  name: string,
  maxBytes: number,
): { text: string } | { problem: string } => {
  const file = resolve(name);
  try {
    const found = statSync(file);
    if (found.isDirectory()) return { problem: `${file} is a folder, and a file is expected` };
    if (!found.isFile()) return { problem: `${file} is no file` };
    if (found.size > maxBytes)
      return { problem: `${file} has ${found.size} bytes, and at most ${maxBytes} are expected` };
    const bytes = readFileSync(file);
    if (isUtf16(bytes)) return { problem: `${file} is written in UTF-16. ${SAVE_AS_UTF8}` };
    if (!isUtf8(bytes, false)) {
      const at = `line ${firstForeignLine(bytes)}`;
      return {
        problem: `${file} is not written in UTF-8: ${at} has a letter of another encoding, such as Latin-1. ${SAVE_AS_UTF8}, or with iconv -f latin1 -t utf-8`,
      };
    }
    return { text: new TextDecoder().decode(bytes) };
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    return { problem: CODES[code]?.(file) ?? `${file} cannot be read (${code})` };
  }
};

type Written = Readonly<Record<string, string | undefined>>;

/** A secret is short; whoever names another file is to be told. */
const SECRET_FILE_MAX_BYTES = 16 * 1024;

const SHORT_NAME = 4;
const LONG_NAME = 10;
const slipsIn = (length: number) => (length <= SHORT_NAME ? 0 : length < LONG_NAME ? 1 : 2);
/** One and several of something are called the same. */
const lettersIn = (name: string) => name.replaceAll("_", "").replace(/IES$/, "Y").replace(/S$/, "");
const OUR_LETTERS = new Map(VARIABLE_NAMES.map((name) => [name, lettersIn(name)]));
const letters = (name: string) => OUR_LETTERS.get(name) ?? lettersIn(name);
const sortedLetters = (name: string) => Array.from(name).toSorted().join("");

/** The variable that somebody meant; null where it is another program's, or nobody's. */
const intendedBy = (name: string): string | null => {
  if (VARIABLE_NAMES.includes(name)) return null;
  // Names in small letters are the shell's, unless they are ours in all else.
  if (name !== name.toUpperCase())
    return name.includes("_")
      ? (VARIABLE_NAMES.find((n) => n === name.toUpperCase()) ?? null)
      : null;
  const short = VARIABLE_NAMES.find(
    (ours) =>
      ours.length <= SHORT_NAME &&
      (sortedLetters(ours) === sortedLetters(name) || `${ours}S` === name),
  );
  return short ?? nearestName(name, VARIABLE_NAMES, { letters, slipsIn });
};

const refuseMisspelled = (given: Written, problems: string[]): void => {
  for (const name of Object.keys(given)) {
    const base = name.endsWith(FILE_ENDING) ? name.slice(0, -FILE_ENDING.length) : "";
    if (isVariable(base) && !isSecret(base)) {
      problems.push(
        `environment: ${name} is not read: only secrets can lie in files. Set ${base} itself, such as ${base}=${VARIABLES[base].example}`,
      );
      continue;
    }
    const intended = intendedBy(name);
    if (intended !== null)
      problems.push(
        `environment: ${name} is not known. Did you mean ${intended}? Rename it, or unset it where it belongs to another program`,
      );
  }
};

/** Puts what lies in files in its place. */
const withSecrets = (given: Written, problems: string[]): Written => {
  const whole: Record<string, string | undefined> = { ...given };
  for (const name of VARIABLE_NAMES.filter((one) => isSecret(one))) {
    const file = given[`${name}${FILE_ENDING}`];
    if (file === undefined) continue;
    const where = `environment: ${name}${FILE_ENDING}`;
    if (given[name] !== undefined) {
      problems.push(`${where}: ${name} is set as well: set one of the two`);
      continue;
    }
    const read = readTextFile(file, SECRET_FILE_MAX_BYTES);
    if ("problem" in read) problems.push(`${where}: ${read.problem}`);
    // What writes such files ends them with a line break.
    else if (read.text.trim() === "") problems.push(`${where}: ${file} is empty`);
    else whole[name] = read.text.trim();
  }
  return whole;
};

const isQuoted = (value: string) => value.length > 1 && /^(["'])[^]*\1$/.test(value);

/** Goes on from the variable's name, and repeats no value: it may be a secret. */
const sentenceOf = (issue: z.core.$ZodIssue, name: VariableName, value: string): string => {
  if (isQuoted(value)) return "has quotation marks around its value: leave them out";
  const { example } = VARIABLES[name];
  return issue.message.includes(" such as ")
    ? issue.message
    : `${issue.message}, such as ${name}=${example}`;
};

/**
 * What the environment says, with secrets from files.
 * @param written variables by name; empty values count as absent.
 * @param problems what is wrong is added to it, one sentence each; null is returned then.
 */
export const readEnvironment = (
  written: Written,
  problems: string[],
): { env: Environment; isSet: (name: VariableName) => boolean } | null => {
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== ""));
  refuseMisspelled(given, problems);
  const whole = withSecrets(given, problems);
  const parsed = environmentSchema().safeParse(whole, { error: inputSentence });
  if (parsed.success)
    return { env: parsed.data, isSet: (name: VariableName) => whole[name] !== undefined };
  for (const issue of parsed.error.issues) {
    const [name = ""] = issue.path.map(String);
    if (isVariable(name))
      problems.push(`environment: ${name}: ${sentenceOf(issue, name, whole[name] ?? "")}`);
  }
  return null;
};
