import { and, eq } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import { findPicture, hashInAddress } from "#server/modules/pictures/index.ts";
import type { ZipWriter } from "#server/providers/ports/files.ts";
import { fullName } from "#shared/rules/lines.ts";
import { ACCOUNT_SECTIONS } from "./account-sections.ts";
import { MEMBER_SECTIONS } from "./member-sections.ts";
import { NOTICE_SECTIONS, SECURITY_SECTIONS } from "./notice-and-security-sections.ts";
import {
  type ArchiveRow,
  PAGE_FOOT,
  pageHead,
  type PageOf,
  type Section,
  sectionWriter,
  walk,
} from "./page.ts";
import { SHOP_SECTIONS } from "./shop-sections.ts";
import {
  ATTACHMENT_SECTIONS,
  STRIKE_SECTIONS,
  STRIKE_WORK_SECTIONS,
  writeAttachments,
} from "./strike-and-attachment-sections.ts";
import { WORK_SECTIONS } from "./work-sections.ts";

/** Columns that hold somebody's id and whose rows are not in the archive, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  "audit_notes.subject":
    "Reasons that the team noted for itself: they can name others, so a person weighs what is handed out.",
  "point_balances.user_id": "What the newest line of the points says.",
  "point_entries.actor_id": "Points of others; that they were changed is in the security record.",
  "shop_flags.details": "What the team should look at, in words for the team.",
  "team_members.given_by": "Roles of others; that they were given is in the security record.",
  "ticket_entries.details": "Who put whom on a ticket: the ticket lists who is on it.",
  "user_search_terms.user_id": "The words of the names and the address, which are in the account.",
  "idempotency.actor":
    "Answers to repeated requests, kept for a day; what was done is there itself.",
};

/** Tables without a column that says who somebody is and without a section, each with the reason. */
export const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  archive_parts: "The archive itself.",
  assets: "Pictures, each once for all whose it is; their own are in the archive as files.",
  build_assets: "Files of the program.",
  day_figures: "Sums over everybody.",
  kept_votes: "Under a keyed hash, from which nobody can tell whose account voted.",
  labels: "The team's words for tickets.",
  leases: "Which instance runs a job.",
  limits: "Counts under keyed hashes, which are gone when their window is over.",
  openid_nonces: "Answers of Steam that were used, without whose they were.",
  passkey_challenges: "What a browser is to sign, for minutes, before it is known for whom.",
  policy_versions: "The community's own.",
  proofs: "What a browser has just proven at a platform, for half an hour, before it is anybody's.",
  push_broadcasts: "How far a notification for everyone has come.",
  retired_links: "Keyed hashes, from which nobody can tell whose account was unlinked.",
  server_history: "Figures of game servers.",
  server_status: "Figures of game servers.",
  settings: "The site's own.",
  strike_attachments: "Which files the team gathered as evidence: what it noted for itself.",
  struck_accounts: "Keyed hashes of accounts that were unlinked, or of people who were erased.",
  team_roles: "What a role may do.",
  ticket_labels: "What the team sorts tickets by.",
  ticket_search_terms: "The words of tickets, which are in the archive.",
  webhook_deliveries: "What other programs are told of, for a week.",
  webhooks: "The community's own.",
};

const CHAIN = "By which it is proven that no entry was changed or is missing.";
const INNER = "A number or a name by which the program finds a row.";
const KEPT_BY_JOB = "How far the program has come with it.";
const OTHERS = "The team's own, or about somebody else.";
const SECRET = "What opens something, or a hash of it.";
const SITE = "The community's own.";
const TWICE = "What another column that is in the archive says.";

/**
 * Columns of tables that are in the archive whose values are not, each with the reason. Numbers by which the
 * database counts its rows are not named.
 */
export const VALUES_LEFT_OUT: Readonly<Record<string, string>> = {
  "address_changes.email_key": TWICE,
  "address_changes.id": INNER,
  "address_requests.id": INNER,
  "attachments.id": "It is part of the file's name in the archive.",
  "attachments.key": SECRET,
  "attachments.position": INNER,
  "audit.hash": CHAIN,
  "audit.personal_hash": CHAIN,
  "audit.position": CHAIN,
  "audit.request_id": INNER,
  "audit.salt": CHAIN,
  "bans.revision": INNER,
  "bridge_keys.expiry_warned_at": KEPT_BY_JOB,
  "bridge_keys.hash": SECRET,
  "bridge_keys.id": INNER,
  "calendar_entries.over_at": TWICE,
  "calendar_entries.revision": INNER,
  "deliveries.acknowledged_by": "The bridge key that said so.",
  "deliveries.reference": INNER,
  "factor_resets.id": INNER,
  "factor_resets.mail_id": INNER,
  "factor_resets.next_warning_at": KEPT_BY_JOB,
  "known_places.hash": SECRET,
  "messages.html": TWICE,
  "news.revision": INNER,
  "news_drafts.news_id": INNER,
  "news_drafts.news_revision": INNER,
  "news_drafts.revision": INNER,
  "news_mailings.reached": KEPT_BY_JOB,
  "news_mails.news_id": "The post's title is in the archive instead.",
  "news_mails.outbox_id": INNER,
  "one_time_codes.about": INNER,
  "one_time_codes.hash": SECRET,
  "orders.claimed_by": KEPT_BY_JOB,
  "orders.claimed_until": KEPT_BY_JOB,
  "orders.next_check_at": KEPT_BY_JOB,
  "passkeys.counter": INNER,
  "passkeys.id": SECRET,
  "payment_lines.line": INNER,
  "payments.key": INNER,
  "pending_logins.browser_hash": SECRET,
  "pending_logins.hash": SECRET,
  "pending_logins.password_hash": SECRET,
  "point_entries.reference": INNER,
  "push_notices.attempts": KEPT_BY_JOB,
  "push_notices.error": KEPT_BY_JOB,
  "push_notices.notification_id": INNER,
  "push_notices.ticket_id": INNER,
  "push_subscriptions.auth": SECRET,
  "push_subscriptions.p256dh": SECRET,
  "push_subscriptions.refusal": KEPT_BY_JOB,
  "push_subscriptions.refusals": KEPT_BY_JOB,
  "push_subscriptions.session_id": SECRET,
  "recovery_codes.hash": SECRET,
  "saved_replies.revision": INNER,
  "sessions.id": SECRET,
  "shop_events.attempts": KEPT_BY_JOB,
  "shop_events.done_at": KEPT_BY_JOB,
  "shop_events.error": KEPT_BY_JOB,
  "shop_events.event_id": INNER,
  "shop_events.next_attempt_at": KEPT_BY_JOB,
  "shop_flags.created_at": OTHERS,
  "shop_flags.details": OTHERS,
  "shop_flags.event_id": OTHERS,
  "shop_flags.order_id": OTHERS,
  "shop_flags.payment_id": OTHERS,
  "shop_flags.reference": OTHERS,
  "site_drafts.based_on": SITE,
  "site_drafts.content": SITE,
  "site_drafts.revision": SITE,
  "site_versions.document": SITE,
  "site_versions.hash": SITE,
  "strikes.remark": OTHERS,
  "strikes.rule_id": TWICE,
  "strikes.ticket_id": OTHERS,
  "tickets.last_message_id": INNER,
  "tickets.priority": OTHERS,
  "totp_factors.last_step": SECRET,
  "totp_factors.secret": SECRET,
  "users.name_key": TWICE,
  "users.password_hash": SECRET,
};

/** What the person agreed to, and what was mailed to them for it. */
const CONSENT_SECTIONS: readonly Section[] = [
  {
    name: "consents",
    title: "What you agreed to",
    refers: ["consents.user_id"],
    rows: ({ tables: { consents: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: { kind: t.kind, version: t.version, isGiven: t.isGiven, way: t.way, at: t.at },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "newsMails",
    title: "News that were mailed to you",
    refers: ["news_mails.user_id"],
    rows: ({ tables: { newsMails: t, news }, ...reader }, userId) =>
      walk({
        key: { newsId: t.newsId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { newsId: t.newsId },
              row: { post: news.title, outcome: t.outcome, error: t.error },
            })
            .from(t)
            .leftJoin(news, eq(news.id, t.newsId))
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "mailings",
    title: "Posts that you had mailed",
    refers: ["news_mailings.started_by"],
    rows: ({ tables: { newsMailings: t }, ...reader }, userId) =>
      walk({
        key: { newsId: t.newsId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { newsId: t.newsId },
              row: {
                post: t.newsId,
                recipients: t.recipients,
                state: t.state,
                startedAt: t.startedAt,
                endedAt: t.endedAt,
              },
            })
            .from(t)
            .where(and(eq(t.startedBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];

/** Everything about a person, in the order in which they read it. */
export const SECTIONS: readonly Section[] = [
  ...ACCOUNT_SECTIONS,
  ...SECURITY_SECTIONS,
  ...CONSENT_SECTIONS,
  ...NOTICE_SECTIONS,
  ...MEMBER_SECTIONS,
  ...STRIKE_SECTIONS,
  ...ATTACHMENT_SECTIONS,
  ...SHOP_SECTIONS,
  ...WORK_SECTIONS,
  ...STRIKE_WORK_SECTIONS,
];

type Reading = Pick<Ctx, "read" | "tables" | "config" | "clock" | "attachments">;

/** Where a picture stands in the archive; null for what is no picture of ours. */
const pictureName = (address: unknown): string | null => {
  const hash = typeof address === "string" ? hashInAddress(address) : null;
  return hash === null ? null : `pictures/${hash}.webp`;
};

/** The rows of a section, in which pictures are named as they stand in the archive. */
async function* rowsOf(
  { read }: Reading,
  section: Section,
  userId: string,
): AsyncGenerator<readonly ArchiveRow[]> {
  for await (const rows of section.rows(read, userId))
    yield rows.map((row) => {
      const picture = pictureName(row["picture"]);
      return picture === null ? row : Object.assign({}, row, { picture });
    });
}

/** The JSON: one key for each section, with a list of its rows. @param counts is filled in meanwhile. */
async function* jsonOf(
  ctx: Reading,
  userId: string,
  counts: Map<string, number>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield "{";
  for (const [index, section] of SECTIONS.entries()) {
    let count = 0;
    yield `${index === 0 ? "" : ","}\n${JSON.stringify(section.name)}: [`;
    for await (const rows of rowsOf(ctx, section, userId)) {
      signal.throwIfAborted();
      yield rows
        .map((row, at) => `${count + at === 0 ? "" : ","}\n  ${JSON.stringify(row)}`)
        .join("");
      count += rows.length;
    }
    yield count === 0 ? "]" : "\n]";
    counts.set(section.name, count);
  }
  yield "\n}\n";
}

async function* pageParts(
  ctx: Reading,
  userId: string,
  of: PageOf,
  counts: ReadonlyMap<string, number>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield pageHead(of, SECTIONS, counts);
  for (const section of SECTIONS) {
    const writer = sectionWriter(of, section, counts.get(section.name) ?? 0);
    yield writer.begin();
    for await (const rows of rowsOf(ctx, section, userId)) {
      signal.throwIfAborted();
      yield writer.rows(rows);
    }
    yield writer.end();
  }
  yield PAGE_FOOT;
}

/**
 * Writes everything about a person into a zip archive: `data.json`, `index.html`, their pictures, and
 * the files that they added to tickets.
 * @param signal has it throw between two slices.
 */
export const writeContents = async (
  ctx: Reading,
  userId: string,
  zip: ZipWriter,
  signal: AbortSignal,
): Promise<void> => {
  const { read, tables, config, clock } = ctx;
  const { users, links } = tables;
  const [user] = await read.select().from(users).where(eq(users.id, userId));
  const of = {
    community: config.community,
    name: user === undefined ? "" : fullName(user),
    madeAt: clock.now(),
  };
  const counts = new Map<string, number>();
  await zip.text("data.json", jsonOf(ctx, userId, counts, signal));
  await zip.text("index.html", pageParts(ctx, userId, of, counts, signal));
  const pictures = await read
    .select({ imageUrl: links.imageUrl })
    .from(links)
    .where(eq(links.userId, userId));
  for (const address of new Set(pictures.flatMap(({ imageUrl }) => imageUrl ?? []))) {
    const name = pictureName(address);
    const picture = name === null ? null : await findPicture(read, address);
    if (name !== null && picture !== null) await zip.bytes(name, picture.body);
  }
  await writeAttachments(ctx, userId, zip, signal);
};
