import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Community } from "#server/config/community.ts";
import type { CtxReader } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { ARCHIVE_PAGE } from "#shared/archive-messages.ts";
import { ACTION_NAMES } from "#shared/audit-messages.ts";
import { dateFormat, moneyText, numberText } from "#shared/rules/format.ts";
import { fullName } from "#shared/rules/lines.ts";
import { paletteOf } from "#shared/rules/palette.ts";

/** What stands in a line of the archive: plain values, dates, and lists of them. */
export type ArchiveRow = Readonly<Record<string, unknown>>;

/** One kind of what is known about a person. */
export type Section = {
  /** Its key in the JSON, and its anchor on the page. */
  name: string;
  title: string;
  /** A sentence under the title; none where the title says it all. */
  about?: string;
  /** The columns, as SQL names them, by which a row is this person's: one of them holds their id. */
  refers: readonly string[];
  /** Tables whose rows are this person's by what they belong to, or by what stands in them. */
  holds?: readonly string[];
  /** Newest first, in slices, between which others have their turn. */
  rows(reader: CtxReader, userId: string): AsyncGenerator<readonly ArchiveRow[]>;
};

/** Few enough for no visitor to wait for them. */
const SLICE = 200;

type Columns = Readonly<Record<string, PgColumn>>;
type Found = { row: ArchiveRow; key: Readonly<Record<string, unknown>> };

type Walk = {
  /** Together unique; rows come newest first by them. Not part of what is shown. */
  key: Columns;
  /** Asks for the next rows, with the key beside what is shown. */
  ask: (isAfter: SQL | undefined, order: SQL[], limit: number) => PromiseLike<readonly Found[]>;
};

/** Goes through the rows of a list. */
export async function* walk({ key, ask }: Walk): AsyncGenerator<readonly ArchiveRow[]> {
  const list = keyset(key as Record<string, PgColumn>);
  let cursor: string | null = null;
  for (;;) {
    const found: readonly Found[] = await ask(list.before(cursor), list.order, SLICE);
    const last = found.at(-1);
    if (last === undefined) return;
    yield found.map(({ row }) => row);
    if (found.length < SLICE) return;
    cursor = list.cursorOf(last.key);
    await yieldToEventLoop();
  }
}

/** What people are called on the site, by their ids: members see each other's names, not addresses. */
export const namesOf = async (
  { tables: { users }, ...reader }: CtxReader,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await reader
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(found.map(({ id, ...names }) => [id, fullName(names)]));
};

const escaped = Bun.escapeHTML;

export type PageOf = {
  community: Pick<Community, "brand" | "timezone">;
  /** Whose data it is. */
  name: string;
  madeAt: Date;
};

/** "lastUsedAt" as "Last used at". */
const headingOf = (field: string): string => {
  const words = field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const shown = words.replace(/ cents$/, "").replace(/^is (?=.)/, "");
  return shown.charAt(0).toUpperCase() + shown.slice(1);
};

const momentText = (timeZone: string) =>
  dateFormat({ dateStyle: "medium", timeStyle: "short", timeZone });

/** Part of what is written: a value as people read it. */
const valueText = (value: unknown, moment: (at: Date) => string): string => {
  if (value === null || value === undefined || value === "") return "";
  if (value instanceof Date) return moment(value);
  if (typeof value === "boolean") return value ? ARCHIVE_PAGE.yes : ARCHIVE_PAGE.no;
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return value.map((one) => valueText(one, moment)).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .filter(([, one]) => one !== null && one !== "")
      .map(([name, one]) => `${headingOf(name)}: ${valueText(one, moment)}`)
      .join("; ");
  return typeof value === "string" ? value : "";
};

const cellOf = (field: string, row: ArchiveRow, moment: (at: Date) => string): string => {
  const value = row[field];
  if (field === "picture" && typeof value === "string" && value.startsWith("pictures/"))
    return `<img src="${escaped(value)}" alt="" width="48" height="48">`;
  if (field === "action" && typeof value === "string")
    return escaped((ACTION_NAMES as Readonly<Record<string, string>>)[value] ?? value);
  const { currency } = row;
  if (field.endsWith("Cents") && typeof value === "number" && typeof currency === "string")
    return escaped(moneyText(value / 100, currency));
  // An id or a number by which people speak of something has no separators.
  if (typeof value === "number" && /^id$|Id$/.test(field)) return String(value);
  return escaped(valueText(value, moment));
};

const style = ({ brand }: PageOf["community"]): string => {
  const { scheme, colours } = paletteOf(brand);
  return `:root{color-scheme:${scheme}}
body{margin:0 auto;max-width:72rem;padding:2rem 1rem 4rem;background:${colours["ground-950"]};color:${colours.ink};font:16px/1.6 system-ui,sans-serif}
h1{font-size:2rem;line-height:1.2;margin:0}h2{margin:3rem 0 .5rem;padding-top:1rem;border-top:3px solid ${colours.accent};font-size:1.4rem}
h2 small{color:${colours.muted};font-size:1rem;font-weight:400}p{max-width:70ch;color:${colours.muted}}a{color:${colours.accent}}
nav ul{columns:16rem;padding:0;list-style:none}.wide{overflow-x:auto;border:1px solid ${colours["ground-600"]};border-radius:8px;background:${colours["ground-850"]}}
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{padding:.5rem .75rem;text-align:left;vertical-align:top;overflow-wrap:anywhere;min-width:6rem}
th{color:${colours.muted};font-weight:600}tr+tr>*{border-top:1px solid ${colours["ground-700"]}}td{white-space:pre-wrap}
@media print{body{max-width:none}.wide{overflow:visible}}`;
};

/** The page up to its first section. @param counts how many rows each section has. */
export const pageHead = (
  of: PageOf,
  sections: readonly Section[],
  counts: ReadonlyMap<string, number>,
): string => {
  const { community, name, madeAt } = of;
  const title = ARCHIVE_PAGE.title(community.brand.name);
  const entries = sections.map(
    (section) =>
      `<li><a href="#${section.name}">${escaped(section.title)}</a> (${numberText(counts.get(section.name) ?? 0)})</li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)}</title>
<style>${style(community)}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p>${escaped(ARCHIVE_PAGE.madeFor(name, momentText(community.timezone)(madeAt), community.timezone))}</p>
<p>${escaped(ARCHIVE_PAGE.leftOut)}</p>
</header>
<nav aria-label="${escaped(ARCHIVE_PAGE.contents)}"><ul>
${entries.join("\n")}
</ul></nav>
<main>
`;
};

export const PAGE_FOOT = "</main>\n</body>\n</html>\n";

/** How sections are set, one part after the other: nothing is kept of what was written. */
export const sectionWriter = (of: PageOf, section: Section, count: number) => {
  const moment = momentText(of.community.timezone);
  let fields: readonly string[] | null = null;
  const open = `<div class="wide" tabindex="0" role="region" aria-labelledby="${section.name}"><table>\n`;
  const about = section.about === undefined ? "" : `<p>${escaped(section.about)}</p>\n`;
  return {
    begin: () =>
      `<section aria-labelledby="${section.name}">\n<h2 id="${section.name}">${escaped(section.title)} <small>${numberText(count)}</small></h2>\n${about}`,
    rows: (rows: readonly ArchiveRow[]): string => {
      let text = "";
      for (const row of rows) {
        const own = Object.keys(row).filter((field) => field !== "currency");
        if (count === 1) {
          fields = own;
          const lines = own.map(
            (field) =>
              `<tr><th scope="row">${escaped(headingOf(field))}</th><td>${cellOf(field, row, moment)}</td></tr>`,
          );
          text += `${open}${lines.join("\n")}\n`;
          continue;
        }
        if (fields === null) {
          fields = own;
          const heads = own.map((field) => `<th scope="col">${escaped(headingOf(field))}</th>`);
          text += `${open}<tr>${heads.join("")}</tr>\n`;
        }
        text += `<tr>${fields.map((field) => `<td>${cellOf(field, row, moment)}</td>`).join("")}</tr>\n`;
      }
      return text;
    },
    end: () =>
      fields === null
        ? `<p>${escaped(ARCHIVE_PAGE.nothing)}</p>\n</section>\n`
        : "</table></div>\n</section>\n",
  };
};
