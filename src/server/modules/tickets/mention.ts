import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { belongsToTeam } from "#server/access/rights.ts";
import type { MemberCtx, MemberReader, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { seesAsTeam, teamPermissions, worksOn } from "#server/modules/desk/index.ts";
import type { Reader } from "#server/store/store.ts";
import { THREAD_PEOPLE_MAX } from "#shared/constants/desk.ts";
import { displayNameOf, fullName } from "#shared/rules/lines.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import { MESSAGE_LINK } from "#shared/rules/written-text.ts";
import type { ThreadPerson } from "#shared/schemas/tickets.ts";
import { MENTION_NOTIFICATION, MENTIONS } from "#shared/thread-messages.ts";
import { findTicket, peopleIdsOf, type TicketRow } from "./load.ts";

/** Users with their Discord accounts. */
export const threadUsers = (reader: Reader) => {
  const { users, links } = reader.tables;
  return reader
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      team: users.team,
      discordName: links.name,
      picture: links.imageUrl,
    })
    .from(users)
    .leftJoin(links, and(eq(links.userId, users.id), eq(links.platform, "discord")))
    .$dynamic();
};
type UserRow = Awaited<ReturnType<typeof threadUsers>>[number];

/** By what somebody is called in a thread: their Discord name, the name of their account without one. */
export const toThreadPerson = ({
  id,
  discordName,
  picture,
  ...names
}: Omit<UserRow, "role" | "team">): ThreadPerson => ({
  id,
  name: discordName === null ? fullName(names) : displayNameOf(discordName),
  picture,
});

/**
 * Who can be mentioned on a ticket: those on it, and those of the team who may see it, as far as the
 * caller may know who that is; not themselves.
 */
const findMentionable = async (
  reader: MemberReader,
  ticket: Pick<TicketRow, "id" | "category">,
): Promise<readonly ThreadPerson[]> => {
  const { users } = reader.tables;
  const needed = teamPermissions(reader, ticket.category);
  const { actor } = reader;
  const onIt = await peopleIdsOf(reader, ticket.id);
  // Members know Admins, and whoever is on a ticket with them [API-06].
  const isTeam = worksOn(reader, ticket) ? belongsToTeam(reader) : eq(users.role, "Admin");
  const isInUse = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const found = await threadUsers(reader)
    .where(and(isInUse, or(inArray(users.id, [...onIt]), isTeam)))
    .orderBy(users.createdAt, users.id)
    .limit(10 * THREAD_PEOPLE_MAX);
  const isOnIt = new Set(onIt);
  const others = found.filter((row) => row.id !== actor.userId);
  return [
    ...others.filter(({ id }) => isOnIt.has(id)),
    ...others.filter((row) => !isOnIt.has(row.id) && seesAsTeam(row, needed)),
  ]
    .slice(0, THREAD_PEOPLE_MAX)
    .map(toThreadPerson);
};

/** Whom a message mentions. @throws {AppError} `bad_request` for whoever cannot be mentioned [WRITE-04]. */
const mentioned = async (
  reader: MemberReader,
  ticket: Pick<TicketRow, "id" | "category">,
  userIds: readonly string[],
): Promise<readonly ThreadPerson[]> => {
  const wanted = new Set(userIds.filter((id) => id !== reader.actor.userId));
  if (wanted.size === 0) return [];
  const people = await findMentionable(reader, ticket);
  const chosen = people.filter(({ id }) => wanted.has(id));
  if (chosen.length < wanted.size) throw new AppError("bad_request", MENTIONS.unknown);
  return chosen;
};

type Element = {
  type: string;
  props: { children?: readonly Piece[]; href?: string; src?: string; alt?: string; start?: number };
};
type Piece = string | Element;

/** Nothing that people write to each other is longer; what is, is shown as plain text. */
const HTML_MAX = 60_000;
/** Deeper, quotes and lists are shown without their frames. */
const DEPTH_MAX = 8;

const OPTIONS = {
  tables: false,
  tasklists: false,
  strikethrough: false,
  noIndentedCodeBlocks: true,
  noHtmlBlocks: true,
  noHtmlSpans: true,
} as const;

/** Elements that stay what they are. Every other one is shown as its text. */
const KEPT: ReadonlySet<string> = new Set(["p", "strong", "em", "code", "ul", "li", "blockquote"]);

/** What a line of a quote has before what it says, and what an entry of a list has. */
const QUOTES = /^(?:[ \t]*>[ \t]?)*[ \t]*/;
const ENTRIES = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;
const FENCE = /^(?:`{3,}|~{3,})/;
/** A heading, or what makes one of the line above. */
const HEADING = /^(?:#{1,6}(?:[ \t]|$)|=+[ \t]*$|-+[ \t]*$)/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/;

/** The same Markdown, in which nothing outside of blocks of code is a heading or a rule. */
const withoutHeadings = (markdown: string): string => {
  let fence: string | null = null;
  const escaped = (line: string): string => {
    const [quotes = ""] = QUOTES.exec(line) ?? [];
    const entry = line.slice(quotes.length);
    if (fence === null && RULE.test(entry)) return `${quotes}\\${entry}`;
    const [marks = ""] = ENTRIES.exec(entry) ?? [];
    const said = entry.slice(marks.length);
    const [mark] = FENCE.exec(said) ?? [];
    if (mark !== undefined && (fence === null || mark.startsWith(fence)))
      fence = fence === null ? mark : null;
    return fence === null && HEADING.test(said) ? `${quotes}${marks}\\${said}` : line;
  };
  return markdown.split("\n").map(escaped).join("\n");
};

// Between these stands which of the places it is. They are no characters, and are taken out of what is typed.
const BEFORE = "\uFDD0";
const AFTER = "\uFDD1";
const MARKS = /[\uFDD0\uFDD1]/g;
const PLACES = /\uFDD0(\d+)\uFDD1/;
const MAY_STAND_BEFORE = /^[\s([{"'*_>,;.!?]$/;
const GOES_ON = /^[\p{L}\p{N}]/u;

/** What stands in a text and is no Markdown, whatever it is made of: an address, or a mention. */
type Place = { text: string; mention: number | null };
type Placed = { text: string; places: readonly Place[] };

const ADDRESS = /<(https?:\/\/[^\s<>]+)>|(https?:\/\/[^\s<>[\]"`]+)/gi;
const CLOSING = /[.,;:!?'"*_~)]$/;

/** An address without what belongs to the sentence around it, such as its full stop. */
const addressIn = (found: string): string => {
  let address = found;
  while (CLOSING.test(address)) {
    const opened = address.split("(").length >= address.split(")").length;
    if (address.endsWith(")") && opened) break;
    address = address.slice(0, -1);
  }
  return address;
};

/**
 * The text with a place for each address and each mention; of mentions the longest names first, as one
 * may begin with another.
 */
const withPlaces = (content: string, names: readonly string[]): Placed => {
  const places: Place[] = [];
  const place = (one: Place) => `${BEFORE}${places.push(one) - 1}${AFTER}`;
  let text = content.replaceAll(MARKS, "").replaceAll(ADDRESS, (found, enclosed?: string) => {
    const address = enclosed ?? addressIn(found);
    const rest = enclosed === undefined ? found.slice(address.length) : "";
    return `${place({ text: address, mention: null })}${rest}`;
  });
  for (const [mention, name] of [...names.entries()].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )) {
    const at = `@${name}`;
    text = text
      .split(at)
      .reduce((before, after) =>
        GOES_ON.test(after) || !MAY_STAND_BEFORE.test(before.at(-1) ?? " ")
          ? `${before}${at}${after}`
          : `${before}${place({ text: at, mention })}${after}`,
      );
  }
  return { text, places };
};

/** Which of some names a text mentions: each as `@` and the name, not within a word. */
const mentionedIn = (content: string, names: readonly string[]): ReadonlySet<number> =>
  new Set(withPlaces(content, names).places.flatMap(({ mention }) => mention ?? []));

/** Where a link leads, and whether its text says as much; null where browsers would follow it nowhere. */
const linkOf = (href: string, text: string) => {
  const url = URL.parse(href);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return null;
  const isPlain =
    url.username === "" && text.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`);
  url.username = "";
  url.password = "";
  return { href: url.href, host: url.host, isPlain };
};

/** @returns null where browsers would follow it nowhere. */
const anchor = (href: string, text: string): string | null => {
  const link = linkOf(href, text);
  if (link === null || text.trim() === "") return null;
  const { rel, target } = MESSAGE_LINK;
  const leads = link.isPlain
    ? ""
    : `<span class="leads"> (leads to ${escapeHtml(link.host)})</span>`;
  return `<a href="${escapeHtml(link.href)}" rel="${rel}" target="${target}">${escapeHtml(text)}</a>${leads}`;
};

const childrenOf = ({ props }: Element): readonly Piece[] => props.children ?? [];
const textOf = (piece: Piece): string =>
  typeof piece === "string" ? piece : childrenOf(piece).map(textOf).join("");

/** Writes pieces as HTML, of which nothing but the tags below is markup. */
const writer = (places: readonly Place[]) => {
  const split = (text: string, shown: (place: Place) => string, rest: (text: string) => string) =>
    text
      .split(PLACES)
      .map((piece, at) => {
        const place = at % 2 === 1 ? places[Number(piece)] : undefined;
        return place === undefined ? rest(piece) : shown(place);
      })
      .join("");
  const asTyped = (text: string) => split(text, (place) => place.text, String);
  const asShown = ({ text, mention }: Place) =>
    mention === null
      ? (anchor(text, text) ?? escapeHtml(text))
      : `<span class="mention">${escapeHtml(text)}</span>`;

  const inner = (piece: Element, depth: number): string =>
    childrenOf(piece)
      .map((child) => write(child, depth + 1))
      .join("");
  const write = (piece: Piece, depth: number): string => {
    if (typeof piece === "string")
      return split(piece, asShown, escapeHtml).replaceAll("\n", "<br>");
    const { type, props } = piece;
    const text = asTyped(textOf(piece));
    if (type === "br") return "<br>";
    if (type === "pre") return `<pre>${escapeHtml(text.replace(/\n$/, ""))}</pre>`;
    if (type === "code") return `<code>${escapeHtml(text)}</code>`;
    if (type === "a") return anchor(asTyped(props.href ?? ""), text) ?? inner(piece, depth);
    if (type === "img") {
      const src = asTyped(props.src ?? "");
      const alt = asTyped(props.alt ?? "");
      return anchor(src, alt === "" ? src : alt) ?? escapeHtml(alt);
    }
    if (type === "ol" && depth < DEPTH_MAX) {
      const { start = 1 } = props;
      return `<ol${start === 1 ? "" : ` start="${start}"`}>${inner(piece, depth)}</ol>`;
    }
    if (KEPT.has(type) && (depth < DEPTH_MAX || type === "p"))
      return `<${type}>${inner(piece, depth)}</${type}>`;
    return inner(piece, depth);
  };
  return (piece: Element) => inner(piece, 0);
};

/**
 * A message with its Markdown as HTML: bold, italics, code, lists, quotes, links and mentions. It is
 * built of the parts of the text and these tags alone, so that nothing that was typed becomes markup.
 * @param names of those who are mentioned.
 * @returns null where it would be too long.
 */
export const messageHtml = (content: string, names: readonly string[]): string | null => {
  const { text, places } = withPlaces(content, names);
  const parsed = Bun.markdown.react(withoutHeadings(text), {}, OPTIONS) as unknown as Element;
  const html = writer(places)(parsed);
  return html.length > HTML_MAX ? null : html;
};

/**
 * Who can be mentioned on a ticket, those on it first [WRITE-04].
 * @throws {AppError} `not_found` for whoever may not see it.
 */
export const listMentionable = async (
  { read }: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<ThreadPerson[]> => {
  const ticket = await findTicket(read, ticketId);
  return [...(await findMentionable(read, ticket))];
};

/** What a message is made of, beside who wrote it: its HTML, and whom its text really names. */
export const composed = async (
  tx: MemberTx,
  ticket: TicketRow,
  { content, mentions }: { content: string; mentions: readonly string[] },
): Promise<{ html: string | null; people: readonly ThreadPerson[] }> => {
  const chosen = await mentioned(tx, ticket, mentions);
  const named = mentionedIn(
    content,
    chosen.map(({ name }) => name),
  );
  const people = chosen.filter((_, index) => named.has(index));
  const names = people.map(({ name }) => name);
  return { html: messageHtml(content, names), people };
};

/**
 * Keeps who is mentioned in a message, and notifies those who were not before, in the caller's
 * transaction: once for each message, whatever else of the ticket they have not read [WRITE-05].
 * @returns whom it has notified.
 */
export const keepMentions = async (
  tx: MemberTx,
  { id: ticketId, subject }: TicketRow,
  messageId: number,
  people: readonly ThreadPerson[],
): Promise<readonly string[]> => {
  const { messageMentions: t } = tx.tables;
  const before = new Set(await mentionsOf(tx, messageId));
  const userIds = people.map(({ id }) => id);
  await tx.delete(t).where(eq(t.messageId, messageId));
  if (userIds.length > 0)
    await tx.insert(t).values(userIds.map((userId) => ({ messageId, userId })));
  const fresh = userIds.filter((id) => !before.has(id));
  if (fresh.length > 0)
    await tx.notify({
      userIds: fresh,
      kind: "mention",
      ...MENTION_NOTIFICATION(ticketId, subject),
      ticketId,
      messageId,
      createdBy: tx.actor.userId,
    });
  return fresh;
};

/** The ids of those who are mentioned in a message. */
export const mentionsOf = async (
  tx: Pick<MemberTx, "select" | "tables">,
  messageId: number,
): Promise<readonly string[]> => {
  const { messageMentions: t } = tx.tables;
  const rows = await tx.select({ userId: t.userId }).from(t).where(eq(t.messageId, messageId));
  return rows.map(({ userId }) => userId);
};
