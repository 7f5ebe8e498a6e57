import type { Engine } from "#server/store/store.ts";
import { LINES, RARE, saidIn } from "./messages.ts";
import { numbers, writtenFor } from "./sql.ts";

/** Of the thread that is asked for. */
const LONG_THREAD = 200;

export type DatabaseSize = {
  /** Ten messages for each. */
  tickets: number;
  members: number;
  /** The member with many is on every so-manieth of them. */
  manyOnEvery: number;
};

/** The ids of those who ask, and what they ask for. */
export const ASKERS = { few: "few", many: "many", admin: "admin" } as const;
export const SEARCHES = { rare: "gem", common: "topic3", beginning: "t" } as const;

/** The long thread, on which all of them are. */
export const longThread = ({ tickets }: DatabaseSize): number => tickets / 2;

const fewIds = ({ tickets }: DatabaseSize) => [tickets / 4, tickets / 2, (tickets / 4) * 3];

/** One of some words, in turns. */
const pick = (seed: string, words: readonly string[]) =>
  `CASE ${seed} % ${words.length} ${words.map((word, index) => `WHEN ${index} THEN '${word}'`).join(" ")} END`;

/**
 * The statements that fill an empty database: members, tickets with their people, words and history,
 * and messages that come in mixed, as they would in the course of time.
 */
export const ticketStatements = (engine: Engine, size: DatabaseSize): readonly string[] => {
  const { tickets, members, manyOnEvery } = size;
  const few = fewIds(size).join(", ");
  const { time, no } = writtenFor(engine);
  const status = `CASE WHEN i % 3 = 0 OR i IN (${few}) THEN 'Open' ELSE 'closed' END`;
  // Most are about one game, as in life.
  const games = [...Array<string>(4).fill("Ark:SE"), "Ark:SA", "Eco", "Minecraft", "Palworld"];
  const categories = ["Bug", "Shop Issue", "Connection Issue", "Other"];
  const isRare = `i % ${tickets / RARE} = 0`;
  const all = numbers(tickets);
  const user = (id: string, role: string, email: string) =>
    `${id}, ${email}, ${email}, '${role}', 'Ada', 'Lynx', ${no}, ${time("0")}, ${time("0")}`;
  const columns =
    "users (id, email, email_key, role, first_name, last_name, allow_marketing, verified_at, created_at)";
  const words = (word: string, where = "1 = 1") =>
    `${all} INSERT INTO ticket_search_terms (term, ticket_id) SELECT ${word}, i FROM n WHERE ${where}`;
  const people = (who: string, where: string) =>
    `${all} INSERT INTO ticket_people (ticket_id, user_id, status) SELECT i, ${who}, ${status} FROM n WHERE ${where}`;
  const statements = [
    `${numbers(members)} INSERT INTO ${columns} SELECT ${user("'u' || i", "User", "'u' || i || '@example.test'")} FROM n`,
    ...Object.values(ASKERS).map(
      (id) =>
        `INSERT INTO ${columns} VALUES (${user(`'${id}'`, id === ASKERS.admin ? "Admin" : "User", `'${id}@example.test'`)})`,
    ),
    `INSERT INTO links (user_id, platform, external_id, name, linked_at) SELECT id, 'discord', id, id, created_at FROM users`,
    `${all} INSERT INTO tickets (subject, category, game, server, description, status, created_by, created_at, updated_at)
      SELECT 'Trouble with topic' || (i * 7919 / 13 % 10) || ' at place' || (i % 97) || CASE WHEN ${isRare} THEN ' gem' ELSE '' END,
      ${pick("(i / 2)", categories)}, ${pick("(i / 5)", games)}, 'The Island', 'It happened again, see below. ${"Words of a description. ".repeat(8)}',
      ${status}, 'u' || (1 + i % ${members}), ${time("i * 60")}, ${time("i * 60")} FROM n ORDER BY i`,
    words("'trouble'"),
    words("'with'"),
    words("'at'"),
    words("'topic' || (i * 7919 / 13 % 10)"),
    words("'place' || (i % 97)"),
    words("'gem'", isRare),
    people(`'u' || (1 + i % ${members})`, "1 = 1"),
    people("'admin'", `i % 2 = 0 OR i IN (${few})`),
    people("'many'", `i % ${manyOnEvery} = 0 OR i = ${longThread(size)}`),
    people("'few'", `i IN (${few})`),
    `${all} INSERT INTO ticket_entries (ticket_id, act, actor_id, at, details)
      SELECT i, 'opened', 'u' || (1 + i % ${members}), ${time("i * 60")}, '[]' FROM n ORDER BY i`,
    `${numbers(tickets * LINES)} INSERT INTO messages (ticket_id, author_id, content, img_urls, created_at)
      SELECT ${ticketOfMessage(size)}, CASE WHEN i % 2 = 0 THEN 'admin' ELSE 'u' || (1 + i % ${members}) END,
      ${saidIn("i", tickets * LINES)}, '[]', ${time("i * 6")} FROM n ORDER BY i`,
  ];
  return statements;
};

/** Those of a ticket come within some five hundred others; the long thread goes through all of them. */
const ticketOfMessage = (size: DatabaseSize): string => {
  const { tickets } = size;
  const everySoMany = (tickets * LINES) / LONG_THREAD;
  return `CASE WHEN i % ${everySoMany} = 0 THEN ${longThread(size)}
    ELSE 1 + ((i - 1) / ${LINES} + (i * 13) % 50) % ${tickets} END`;
};
