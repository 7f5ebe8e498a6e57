import type { Engine } from "#server/store/store.ts";

const BEGAN_MS = Date.UTC(2026, 0, 1);

/** Entries of the audit and of the ledger, for each member. */
const ACTS = 20;
const ENTRIES = 10;

/** Rows of one number `i` each, from 1 to `count`; both engines understand it. */
const numbers = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;

/** So many in all, whatever the size. */
const ofAll = (members: number, count: number) => `i % ${members / count} = 0`;

/** A word that one member alone is found by. */
export const ONES_OWN = "lynx700z";

/**
 * The statements that fill an empty database with members, their links, tiers, words and points, and
 * with what they have done.
 */
export const memberStatements = (engine: Engine, members: number): readonly string[] => {
  const isPostgres = engine === "postgres";
  const time = (seconds: string) =>
    isPostgres
      ? `to_timestamp(${BEGAN_MS / 1000} + ${seconds})`
      : `${BEGAN_MS} + (${seconds}) * 1000`;
  const no = isPostgres ? "false" : "0";
  const all = numbers(members);
  const link = (platform: string, where: string) =>
    `${all} INSERT INTO links (user_id, platform, external_id, name, linked_at)
      SELECT 'u' || i, '${platform}', '7656' || i, '${platform} ' || i, ${time("i")} FROM n WHERE ${where}`;
  const words = (word: string) =>
    `${all} INSERT INTO user_search_terms (term, user_id) SELECT ${word}, 'u' || i FROM n`;
  const isFew = ofAll(members, 10);
  return [
    `${all} INSERT INTO users (id, email, email_key, role, first_name, last_name, allow_marketing, verified_at, deactivated_at, deactivated_by, created_at)
      SELECT 'u' || i, 'u' || i || '@mail.test', 'u' || i || '@mail.test', CASE WHEN ${isFew} THEN 'Admin' ELSE 'User' END,
      'Ada', 'Lynx' || i, ${no}, ${time("i")}, CASE WHEN ${ofAll(members, 20)} THEN ${time("i")} END,
      CASE WHEN ${ofAll(members, 20)} THEN 'admin' END, ${time("i * 60")} FROM n`,
    link("discord", "1 = 1"),
    link("steam", "i % 2 = 0"),
    link("epic", isFew),
    `${all} INSERT INTO memberships (user_id, tier, ends_at)
      SELECT 'u' || i, CASE WHEN ${isFew} THEN 'Vibranium' ELSE 'Gold' END, ${time("86400 * 3650")} FROM n WHERE i % 5 = 0`,
    ...["'ada'", "'lynx' || i || 'z'", "'@u' || i", "'@mail'", "'#discord'", "'#7656' || i"].map(
      words,
    ),
    `${numbers(members * ENTRIES)} INSERT INTO point_entries (user_id, kind, delta, balance, reason, reference, at)
      SELECT 'u' || (1 + i % ${members}), 'passive', 7, i, 'Played', 'bench' || i, ${time("i")} FROM n ORDER BY i`,
    `${numbers(members * ACTS)} INSERT INTO audit (at, actor_id, action, subject)
      SELECT ${time("i")}, 'u' || (1 + i % ${members}), CASE WHEN i % ${members} = 0 THEN 'account.promoted' ELSE 'session.started' END,
      'u' || (1 + i % ${members}) FROM n ORDER BY i`,
  ];
};
