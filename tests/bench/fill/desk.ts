import type { Engine } from "#server/store/store.ts";
import { drawnWord, LINES, RARE, RARE_WORD, WORDS_OF_A_MESSAGE, WORDS_OF_ALL } from "./messages.ts";
import { numbers, writtenFor } from "./sql.ts";
import { ASKERS, type DatabaseSize } from "./tickets.ts";

const HELPERS = 4;
const LABELS = 8;
/** One message in so many has a picture; a prime number, so that it is one in as many of each thread. */
const PICTURE_EVERY = 41;

/** What the desk is searched for, by where it stands. */
export const DESK_SEARCHES = {
  /** In twenty messages, whatever the size. */
  rare: RARE_WORD,
  /** In one of most threads, and in every message. */
  common: "word0",
  everywhere: "somebody",
  /** In all of the oldest twentieth of the tickets, which are closed, and nowhere else. */
  ancient: "granite",
  /** In a tenth of the subjects, and in a hundredth of them. */
  subject: "topic3",
  fewSubjects: "place42",
  person: "lynx7z",
  label: "refund",
} as const;

/** The number of the label that one ticket in eight has. */
export const COMMON_LABEL = 1;

/** The tickets that only `DESK_SEARCHES.ancient` finds are the first ones, up to this. */
const lastAncient = ({ tickets }: Pick<DatabaseSize, "tickets">): number => tickets / 20;

/** Words and the tickets that have them, each once. @param selects both columns each. */
const termsOf = (selects: readonly string[]) =>
  `INSERT INTO ticket_search_terms (term, ticket_id)
    SELECT * FROM (${selects.join(" UNION ")}) AS found ORDER BY 1, 2`;

/**
 * What the desk keeps of the tickets that `ticketStatements` has filled in: whose they are and how long they
 * wait, the words of their messages, their last message, labels, notes, pictures, and who has seen them.
 */
export const deskStatements = (engine: Engine, size: DatabaseSize): readonly string[] => {
  const { tickets, members } = size;
  const { time, no } = writtenFor(engine);
  const yes = engine === "postgres" ? "true" : "1";
  const messages = tickets * LINES;
  const all = numbers(tickets);
  const open = "(id / 3) % 2 = 0 AND status = 'Open'";
  return [
    `${numbers(HELPERS)} INSERT INTO users (id, email, email_key, role, first_name, last_name, allow_marketing, verified_at, created_at)
      SELECT 'helper' || i, 'helper' || i || '@example.test', 'helper' || i || '@example.test', 'Admin', 'Grace', 'Helper', ${no}, ${time("0")}, ${time("0")} FROM n`,
    `${numbers(members)} INSERT INTO user_search_terms (term, user_id) SELECT 'ada', 'u' || i FROM n`,
    `${numbers(members)} INSERT INTO user_search_terms (term, user_id) SELECT 'lynx' || i || 'z', 'u' || i FROM n`,
    `INSERT INTO user_search_terms (term, user_id) SELECT 'grace', id FROM users WHERE id LIKE 'helper%'`,
    `UPDATE tickets SET
      waiting_since = CASE WHEN ${open} THEN ${time("id * 60")} END,
      answered_at = CASE WHEN status = 'Open' AND NOT (${open}) THEN ${time("id * 60")} END,
      quiet_since = CASE WHEN status = 'Open' AND NOT (${open}) THEN ${time("id * 60")} END,
      closed_at = CASE WHEN status = 'closed' THEN ${time("id * 60 + 86400")} END,
      first_answered_at = CASE WHEN id % 4 > 0 THEN ${time("id * 60 + 1800")} END,
      due_at = CASE WHEN ${open} THEN ${time("id * 60 + 14400")} END,
      priority = CASE WHEN id % 50 = 0 THEN 0 WHEN id % 11 = 0 THEN 1 WHEN id % 10 = 0 THEN 3 ELSE 2 END,
      assignee_id = CASE (id / 6) % 6 WHEN 0 THEN '${ASKERS.admin}' WHEN 1 THEN 'helper1' WHEN 2 THEN 'helper2' WHEN 3 THEN 'helper3' END,
      last_message_id = coalesce((SELECT max(messages.id) FROM messages WHERE messages.ticket_id = tickets.id), 0)`,
    termsOf([
      ...WORDS_OF_ALL.map((word) => `SELECT '${word}', id FROM tickets`),
      `SELECT '${DESK_SEARCHES.ancient}', id FROM tickets WHERE id <= ${lastAncient(size)} AND status = 'closed'`,
      `SELECT '${DESK_SEARCHES.rare}', ticket_id FROM messages WHERE id % ${messages / RARE} = 1`,
      ...Array.from(
        { length: WORDS_OF_A_MESSAGE },
        (_, draw) => `SELECT ${drawnWord("id", draw)}, ticket_id FROM messages`,
      ),
    ]),
    `${numbers(LABELS)} INSERT INTO labels (name, name_key, colour, created_at)
      SELECT CASE i WHEN ${COMMON_LABEL} THEN 'Refund' ELSE 'Label ' || i END, CASE i WHEN ${COMMON_LABEL} THEN '${DESK_SEARCHES.label}' ELSE 'label ' || i END, 'grey', ${time("i")} FROM n`,
    `${all} INSERT INTO ticket_labels (ticket_id, label_id) SELECT i, 1 + (i / 3) % ${LABELS} FROM n`,
    `${all} INSERT INTO ticket_notes (ticket_id, author_id, content, created_at)
      SELECT i, 'helper1', 'They have asked before.', ${time("i * 60")} FROM n WHERE i % 5 = 0`,
    `INSERT INTO ticket_seen (ticket_id, user_id, message_id, at)
      SELECT id, '${ASKERS.admin}', last_message_id, ${time("id * 60")} FROM tickets WHERE id % 2 = 0 AND last_message_id > 0`,
    `INSERT INTO attachments (id, uploader_id, ticket_id, message_id, position, kind, state, key, name, alt, size_bytes, width, height, has_small, created_at)
      SELECT 'a' || id, author_id, ticket_id, id, 0, 'picture', 'sent', 'k' || id, 'picture.webp', '', 40000, 1280, 720, ${yes}, created_at
      FROM messages WHERE id % ${PICTURE_EVERY} = 0`,
  ];
};
