import { count, desc, eq, inArray } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { one, type Reader, type Tables } from "#server/store/store.ts";
import { POST_DRAFTS_MAX } from "#shared/constants/lists.ts";
import { NEWS } from "#shared/news-messages.ts";
import type {
  PostContent,
  PostDraftInput,
  PostDraftItem,
  PostDraftState,
} from "#shared/schemas/news.ts";

type Row = Tables["newsDrafts"]["$inferSelect"];

/** Who saved them last, by their ids; those who are gone are not among them. */
const namesOf = async (
  { select, tables: { users } }: Reader,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = [...new Set(rows.map(({ updatedBy }) => updatedBy))];
  if (ids.length === 0) return new Map();
  const people = await select({ id: users.id, first: users.firstName, last: users.lastName })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(people.map(({ id, first, last }) => [id, `${first} ${last}`.trim()]));
};

// It was checked when it was saved.
const contentOf = ({ content }: Row) => content as PostContent;

const itemOf = (row: Row, names: ReadonlyMap<string, string>): PostDraftItem => ({
  id: row.id,
  newsId: row.newsId,
  title: contentOf(row).title,
  updatedAt: row.updatedAt.toISOString(),
  by: names.get(row.updatedBy) ?? null,
});

const stateOf = async (reader: Reader, row: Row): Promise<PostDraftState> => ({
  ...itemOf(row, await namesOf(reader, [row])),
  newsRevision: row.newsRevision,
  revision: row.revision,
  content: contentOf(row),
});

/** All posts that are being written, the last one first. There are never many. */
export const listDrafts = async ({
  read,
  tables: { newsDrafts: t },
}: MemberCtx): Promise<PostDraftItem[]> => {
  const rows = await read
    .select()
    .from(t)
    .orderBy(desc(t.updatedAt), desc(t.id))
    .limit(POST_DRAFTS_MAX);
  const names = await namesOf(read, rows);
  return rows.map((row) => itemOf(row, names));
};

/** @throws {AppError} `not_found`. */
export const readDraft = async (
  { read, tables: { newsDrafts: t } }: MemberCtx,
  { id }: { id: number },
): Promise<PostDraftState> => {
  const [row] = await read.select().from(t).where(eq(t.id, id));
  if (row === undefined) throw new AppError("not_found", NEWS.unknownDraft);
  return await stateOf(read, row);
};

/** What somebody writes of a post that there is; null for nothing. */
export const draftOfPost = async (
  reader: Reader,
  newsId: number,
): Promise<PostDraftState | null> => {
  const { newsDrafts: t } = reader.tables;
  const [row] = await reader.select().from(t).where(eq(t.newsId, newsId));
  return row === undefined ? null : await stateOf(reader, row);
};

const begin = async (tx: MemberTx, input: PostDraftInput) => {
  const { newsDrafts: t, news } = tx.tables;
  const { newsId, newsRevision, content } = input;
  if (newsId !== null) {
    const [post] = await tx.select({ id: news.id }).from(news).where(eq(news.id, newsId));
    if (post === undefined) throw new AppError("not_found", NEWS.unknown);
    const [other] = await tx.select({ id: t.id }).from(t).where(eq(t.newsId, newsId));
    if (other !== undefined) throw new AppError("draft_changed", NEWS.draftChanged);
  }
  const { total } = one(await tx.select({ total: count() }).from(t));
  if (total >= POST_DRAFTS_MAX) throw new AppError("conflict", NEWS.tooManyDrafts(POST_DRAFTS_MAX));
  const by = { updatedAt: tx.clock.now(), updatedBy: tx.actor.userId };
  const row = { newsId, newsRevision, content, revision: 1, ...by };
  const { id } = one(await tx.insert(t).values(row).returning({ id: t.id }));
  return { id, revision: 1 };
};

/**
 * Saves what somebody writes, whether it could be published or not [NEWS-04].
 * @throws {AppError} `draft_changed` where somebody else has saved, published or discarded it since;
 *   `not_found` for a post that is gone; `conflict` where there are too many; `too_many_requests`.
 */
export const saveDraft = (
  ctx: MemberCtx,
  input: PostDraftInput,
): Promise<{ id: number; revision: number }> =>
  ctx.write(async (tx) => {
    const { newsDrafts: t } = tx.tables;
    await assertMay(tx, "site");
    await tx.count("siteDraftsByMember", tx.actor.userId);
    const { id, newsRevision, content } = input;
    if (id === null) return await begin(tx, input);
    const [found] = await tx.select({ revision: t.revision }).from(t).where(eq(t.id, id));
    if (found?.revision !== input.revision) throw new AppError("draft_changed", NEWS.draftChanged);
    const revision = input.revision + 1;
    const by = { updatedAt: tx.clock.now(), updatedBy: tx.actor.userId };
    await tx
      .update(t)
      .set({ newsRevision, content, revision, ...by })
      .where(eq(t.id, id));
    return { id, revision };
  });

/** Throws a draft away, whoever wrote it. One that is gone already is well so. */
export const discardDraft = (ctx: MemberCtx, { id }: { id: number }): Promise<void> =>
  ctx.write(async (tx) => {
    const { newsDrafts: t } = tx.tables;
    await assertMay(tx, "site");
    await tx.count("siteDraftsByMember", tx.actor.userId);
    await tx.delete(t).where(eq(t.id, id));
  });
