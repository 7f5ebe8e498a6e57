import { SITE_SECTIONS } from "#shared/constants/site.ts";
import { hashOf, type SiteDocument } from "./community-file.ts";
import { fromFile, inFile } from "./file-format.ts";

type Table = Readonly<Record<string, unknown>>;

/** Of what stands on one line in braces, so that a list of rates reads like one. */
const LINE_MAX = 100;

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown) => typeof value !== "object";

const escaped = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll("\u007F", String.raw`\u007F`);

/** A text of several lines as one, so that Markdown stays what people can read. */
const stringOf = (text: string): string => {
  if (!text.includes("\n")) return `"${escaped(text)}"`;
  // Quotation marks stay as they are, but for several in a row and the last of a line: they could end it.
  const lines = text
    .split("\n")
    .map((line) =>
      escaped(line).replaceAll(
        /(\\\\)|\\"(?!\\"|$)/g,
        (_match, backslash: string | undefined) => backslash ?? '"',
      ),
    );
  return `"""\n${lines.join("\n")}"""`;
};

const inlineOf = (value: unknown): string => {
  if (typeof value === "string") return stringOf(value);
  if (Array.isArray(value)) return `[${value.map(inlineOf).join(", ")}]`;
  if (!isTable(value)) return String(value);
  const parts = Object.entries(value).map(
    ([name, inner]) => `${inFile(name)} = ${inlineOf(inner)}`,
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
};

/** Whether each of a list of tables fits a line. */
const isShortList = (tables: readonly Table[]) =>
  tables.every((table) => {
    const line = inlineOf(table);
    return Object.values(table).every(isScalar) && !line.includes("\n") && line.length <= LINE_MAX;
  });

const valueOf = (value: unknown): string => {
  if (!Array.isArray(value) || value.length === 0) return inlineOf(value);
  const line = inlineOf(value);
  if (line.length <= LINE_MAX && !value.some(isTable)) return line;
  return `[\n${value.map((one) => `  ${inlineOf(one)},\n`).join("")}]`;
};

const isListOfTables = (value: unknown): value is readonly Table[] =>
  Array.isArray(value) && value.length > 0 && value.every(isTable);

/**
 * What stands below a heading: first its values, since what comes below another heading is that one's.
 * @param path of the table, with names as in the file.
 */
const linesOf = (table: Table, path: readonly string[]): string[] => {
  const values: string[] = [];
  const below: string[] = [];
  for (const [name, value] of Object.entries(table)) {
    const inner = [...path, inFile(name)];
    const heading = inner.join(".");
    if (isTable(value)) {
      // A heading that has nothing but other headings below it says nothing.
      const isBare = Object.keys(value).length > 0 && Object.values(value).every(isTable);
      below.push(...(isBare ? [] : ["", `[${heading}]`]), ...linesOf(value, inner));
    } else if (isListOfTables(value) && (path.length === 0 || !isShortList(value)))
      for (const one of value) below.push("", `[[${heading}]]`, ...linesOf(one, inner));
    else values.push(`${inFile(name)} = ${valueOf(value)}`);
  }
  return [...values, ...below];
};

const HEAD = [
  "# The site's document as it was published. `lynxden site import FILE` publishes such a file.",
  "# Time zone, sessions, limits and feeds are not part of it: they stay in community.toml.",
  "",
];

/**
 * A document as an owner's file, without the machine's part. Read again, it says exactly the same.
 * @throws where it would not.
 */
export const toToml = ({ format, ...sections }: SiteDocument): string => {
  const named = SITE_SECTIONS.flatMap((name) => {
    const { [name]: value } = sections;
    return Object.keys(value ?? {}).length === 0 ? [] : [[name, value] as const];
  });
  const written = { format, ...Object.fromEntries(named) };
  const text = `${[...HEAD, ...linesOf(written, [])].join("\n")}\n`;
  if (hashOf(fromFile(Bun.TOML.parse(text)) as Table) !== hashOf(written))
    throw new Error("The document cannot be written as TOML.");
  return text;
};
