import { and, asc, eq, gt, gte, inArray, max } from "drizzle-orm";
import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertMay } from "#server/access/rights.ts";
import { unsubscriptionToken } from "#server/auth/unsubscription.ts";
import type { CtxReader, MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { wantsNews } from "#server/modules/mail/index.ts";
import { NO_SUCH_PAGE } from "#server/store/cursor.ts";
import { UNSUBSCRIBE_PATH } from "#shared/constants/consents.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import type { Page, PageInput } from "#shared/schemas/lists.ts";
import type { ListedRecipient } from "#shared/schemas/newsletters.ts";

const EXPORTED = "mailing_list.exported";

/** What some people said last of news by email. */
const lastConsents = async (reader: CtxReader, userIds: readonly string[]) => {
  const { consents: t } = reader.tables;
  if (userIds.length === 0) return new Map<string, never>();
  const isTheirs = and(inArray(t.userId, [...userIds]), eq(t.kind, "marketing"));
  const newest = reader
    .select({ id: max(t.id) })
    .from(t)
    .where(isTheirs)
    .groupBy(t.userId);
  const rows = await reader
    .select({ userId: t.userId, version: t.version, way: t.way, at: t.at })
    .from(t)
    .where(inArray(t.id, newest));
  return new Map(rows.map((row) => [row.userId, row] as const));
};

/** How long all pages of the list can be asked for, once its beginning was written down. */
const WHOLE_LIST_WITHIN_MS = HOUR_MS;

/** Whether the actor has begun with the list lately: a page without its beginning would be written down nowhere. */
const hasBegun = async (tx: MemberTx): Promise<boolean> => {
  const { audit: t } = tx.tables;
  const since = new Date(tx.clock.now().getTime() - WHOLE_LIST_WITHIN_MS);
  const isTheirs = and(eq(t.actorId, tx.actor.userId), eq(t.action, EXPORTED));
  const [begun] = await tx
    .select({ id: t.id })
    .from(t)
    .where(and(isTheirs, gte(t.at, since)))
    .limit(1);
  return begun !== undefined;
};

/**
 * Those who agreed to news by email and may be mailed now, page by page, with when and to which text they
 * agreed, and the address that ends it for each [CONSENT-06]. Its beginning is counted and written down; further
 * pages are there for an hour after it.
 * @throws {AppError} `step_up`; `bad_request` for a cursor that is none, or without a beginning; `too_many_requests`.
 */
export const listRecipients = async (
  ctx: MemberCtx,
  { cursor, limit = PAGE_SIZE }: PageInput,
): Promise<Page<ListedRecipient>> => {
  const { users } = ctx.tables;
  const after = cursor ?? "";
  if (after.length > 64) throw new AppError("bad_request", NO_SUCH_PAGE);
  await ctx.write(async (tx) => {
    await assertMay(tx, "addresses");
    await assertConfirmed(tx);
    if (after === "") {
      await tx.count("exportsByMember", tx.actor.userId);
      await tx.audit({ action: EXPORTED, subject: null });
    } else if (!(await hasBegun(tx))) throw new AppError("bad_request", NO_SUCH_PAGE);
  });
  const rows = await ctx.read
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(and(gt(users.id, after), wantsNews(users)))
    .orderBy(asc(users.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const said = await lastConsents(
    ctx.read,
    shown.map(({ id }) => id),
  );
  return {
    items: shown.map(({ id, email, firstName, lastName }) => {
      const consent = said.get(id);
      return {
        id,
        email: email ?? "",
        firstName,
        lastName,
        agreedAt: consent?.at.toISOString() ?? null,
        version: consent?.version ?? null,
        way: consent?.way ?? null,
        unsubscribeUrl: `${ctx.config.publicUrl}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(unsubscriptionToken(ctx.auth, id, "news"))}`,
      };
    }),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
};
