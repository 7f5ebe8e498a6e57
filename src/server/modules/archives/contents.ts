import { and, eq } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import { findPicture, hashInAddress } from "#server/modules/pictures/index.ts";
import type { ZipWriter } from "#server/providers/zip/port.ts";
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
