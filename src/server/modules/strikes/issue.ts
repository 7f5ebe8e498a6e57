import { and, eq, isNull } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { CtxReader, MemberCtx, MemberReader, MemberTx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { keepEvidence, picturesOnTicket } from "#server/modules/attachments/index.ts";
import { worksOn } from "#server/modules/desk/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { isWanted, preferencesOf } from "#server/modules/preferences/index.ts";
import { announce } from "#server/modules/webhooks/index.ts";
import { once } from "#server/store/idempotency.ts";
import { one } from "#server/store/store.ts";
import { STRIKE_TERM_MS, STRIKE_YEARS_MAX } from "#shared/constants/strikes.ts";
import { fullName } from "#shared/rules/lines.ts";
import { endOfDay, localTime } from "#shared/rules/local-time.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import type { NewStrike, Strike, StrikeLifting, StrikeRule } from "#shared/schemas/strikes.ts";
import type { RichLine } from "#shared/schemas/text.ts";
import { STRIKE_NOTICES, STRIKES } from "#shared/strike-messages.ts";
import { WEBHOOK_TELLS } from "#shared/webhook-messages.ts";
import { refreshBans } from "./bans.ts";
import { forgetHashesOf } from "./index.ts";
import { findStrike, showStrike } from "./list.ts";
import { forbidsOf, momentIn, stateOf, type StrikeRow } from "./state.ts";

/**
 * The member whom a strike is about, for whoever issues or lifts it, in the caller's transaction.
 * @throws {AppError} `forbidden` without the permission, and against the team for whoever is no Admin;
 *   `not_found` for an unknown or erased account.
 */
const findTarget = async (tx: MemberTx, userId: string) => {
  const { users: t } = tx.tables;
  const rights = await assertMay(tx, "strikes");
  const [user] = await tx
    .select({
      id: t.id,
      role: t.role,
      team: t.team,
      email: t.email,
      firstName: t.firstName,
      lastName: t.lastName,
      verifiedAt: t.verifiedAt,
      deactivatedAt: t.deactivatedAt,
    })
    .from(t)
    .where(and(eq(t.id, userId), isNull(t.erasedAt)));
  if (user === undefined) throw new AppError("not_found", STRIKES.unknownMember);
  const isOfTeam = user.role === "Admin" || (user.team?.permissions.length ?? 0) > 0;
  if (isOfTeam && !rights.isAdmin) throw new AppError("forbidden", STRIKES.team);
  return user;
};
type Target = Awaited<ReturnType<typeof findTarget>>;

/** Where the member finds a strike. */
const linkOf = (id: number): string => `/member/strikes#strike-${id}`;

/**
 * Tells the member of a new strike, or of one that was lifted, in the caller's transaction: by the bell in any
 * case, by mail and push as they have chosen.
 */
const tellMember = async (tx: Tx, user: Target, row: StrikeRow): Promise<void> => {
  const forbids = forbidsOf(row);
  const until = row.endsAt === null ? null : momentIn(tx, row.endsAt);
  const isLifted = row.liftedAt !== null;
  const subject = isLifted
    ? STRIKE_NOTICES.lifted(row.id)
    : STRIKE_NOTICES.issued(row.id, forbids.length === 0);
  const lines = isLifted
    ? [STRIKE_NOTICES.liftedText(row.liftReason)]
    : [
        forbids.length === 0 ? STRIKE_NOTICES.warning : STRIKE_NOTICES.forbids(forbids, until),
        ...(row.ruleNumber === "" ? [] : [STRIKE_NOTICES.rule(row.ruleNumber)]),
        STRIKE_NOTICES.reason(row.reason),
        STRIKE_NOTICES.appeal,
      ];
  const about = { subject, link: linkOf(row.id), kind: "news" as const, topic: "strikes" as const };
  await tx.notify({ ...about, userIds: [user.id], message: lines.join("\n") });
  if (tx.config.mail === null || user.email === null) return;
  // An address that nobody has proven may be a stranger's.
  if (user.verifiedAt === null || user.deactivatedAt !== null) return;
  const preferencesFor = await preferencesOf(tx, [user.id]);
  if (!isWanted(preferencesFor(user.id), "strikes", "mail")) return;
  await queueMail(tx, {
    to: { name: fullName(user), address: user.email },
    template: "strike",
    data: { firstName: user.firstName, strikeId: row.id, isLifted, subject, paragraphs: lines },
  });
};

const refused = (sentence: string) => new AppError("conflict", sentence);

const lift = async (tx: MemberTx, { id, reason }: StrikeLifting): Promise<number> => {
  const { strikes: t } = tx.tables;
  const found = await findStrike(tx, id);
  const user = await findTarget(tx, found.userId);
  if (found.userId === tx.actor.userId) throw new AppError("forbidden", STRIKES.liftOwn);
  const now = tx.clock.now();
  const state = stateOf(found, now);
  if (state === "lifted") throw refused(STRIKES.alreadyLifted);
  if (state === "expired") throw refused(STRIKES.alreadyOver);
  await tx.count("strikesByMember", tx.actor.userId);
  const [row] = await tx
    .update(t)
    .set({ liftedAt: now, liftedBy: tx.actor.userId, liftReason: reason.trim() })
    .where(and(eq(t.id, id), isNull(t.liftedAt)))
    .returning();
  if (row === undefined) throw refused(STRIKES.alreadyLifted);
  await forgetHashesOf(tx, id);
  await refreshBans(tx, row.userId);
  await tx.audit({ action: "strike.lifted", subject: row.userId, after: { strikeId: id } });
  await tellMember(tx, user, row);
  tx.publish({ type: "strike.changed", strikeId: id, userId: row.userId });
  return id;
};

/**
 * Lifts an active strike: from then on it forbids nothing [STRIKE-02]. Nothing else of a strike is ever
 * changed. With an idempotency key it is lifted once, and a repetition answers the same.
 * @throws {AppError} `not_found`; `conflict` for one that is over; `forbidden` for one's own, and against the
 *   team for whoever is no Admin; `too_many_requests`.
 */
export const liftStrike = async (ctx: MemberCtx, input: StrikeLifting): Promise<Strike> => {
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `strike-lift:${idempotencyKey}`;
  return ctx.write(async (tx) => {
    const request = { actor: tx.actor.userId, key, content: JSON.stringify(input) };
    const id = await once(tx, request, () => lift(tx, input));
    return showStrike(tx, id);
  });
};

const plain = (line: RichLine): string =>
  line.map((run) => (typeof run === "string" ? run : run.text)).join("");

/** The community's numbered rules, in their order; each number with its tab where there are several. */
export const listRules = ({ config }: Pick<CtxReader, "config">): StrikeRule[] => {
  const { rules: tabs } = config.community;
  return tabs.flatMap(({ name, sections }) =>
    sections.flatMap(({ rules }) =>
      rules.map(({ id, number, text }) => ({
        id,
        number: tabs.length > 1 ? `${name} ${number}` : number,
        text: plain(text),
      })),
    ),
  );
};

const refuse = (sentence: string) => wrongInput(sentence, ["lastDay"]);

/** When it ends; null for a warning and for what is permanent. */
const endOf = (ctx: MemberCtx, { term, lastDay }: NewStrike): Date | null => {
  const now = ctx.clock.now();
  if (term === "warning" || term === "permanent") return null;
  if (term !== "until") return new Date(now.getTime() + STRIKE_TERM_MS[term]);
  if (lastDay == null) throw refuse(STRIKES.dayNeeded);
  const { timezone } = ctx.config.community;
  const { day: today } = localTime(now, timezone);
  if (lastDay < today) throw refuse(STRIKES.dayPast);
  const furthest = `${Number(today.slice(0, 4)) + STRIKE_YEARS_MAX}${today.slice(4)}`;
  if (lastDay > furthest) throw refuse(STRIKES.dayTooFar(STRIKE_YEARS_MAX));
  return endOfDay(lastDay, timezone);
};

/** Needed where the community has numbered rules. */
const ruleOf = (ctx: MemberCtx, ruleId: string | null | undefined): StrikeRule | null => {
  const rules = listRules(ctx);
  if (ruleId == null || ruleId === "") {
    if (rules.length > 0) throw wrongInput(STRIKES.ruleNeeded, ["ruleId"]);
    return null;
  }
  const rule = rules.find(({ id }) => id === ruleId);
  if (rule === undefined) throw wrongInput(STRIKES.unknownRule, ["ruleId"]);
  return rule;
};

const assertSound = ({ term, forbids }: NewStrike): void => {
  if (term === "warning" && forbids.length > 0)
    throw wrongInput(STRIKES.warningForbids, ["forbids"]);
  if (term !== "warning" && forbids.length === 0)
    throw wrongInput(STRIKES.forbidsNothing, ["forbids"]);
};

/**
 * Whoever issues it has to be able to see the ticket that it came from: they are on it, or have what its
 * category takes.
 */
const assertSeesTicket = async (reader: MemberReader, ticketId: number): Promise<void> => {
  const { tickets: t, ticketPeople: p } = reader.tables;
  const isOnIt = and(eq(p.ticketId, t.id), eq(p.userId, reader.actor.userId));
  const [found] = await reader
    .select({ category: t.category, onIt: p.userId })
    .from(t)
    .leftJoin(p, isOnIt)
    .where(eq(t.id, ticketId));
  if (found === undefined || (found.onIt === null && !worksOn(reader, found)))
    throw wrongInput(STRIKES.unknownTicket, ["ticketId"]);
};

type Decided = { rule: StrikeRule | null; endsAt: Date | null };

/**
 * The newest pictures of a ticket, for whoever chooses evidence of a strike from them.
 * @throws {AppError} `bad_request` for a ticket that they may not see.
 */
export const listTicketPictures = async (
  { read }: MemberCtx,
  { ticketId }: { ticketId: number },
): Promise<Attachment[]> => {
  await assertSeesTicket(read, ticketId);
  return picturesOnTicket(read, ticketId);
};

/** @returns the id of the new strike. */
const issue = async (
  tx: MemberTx,
  input: NewStrike,
  { rule, endsAt }: Decided,
): Promise<number> => {
  const { userId, reason, remark = "", evidence = [], ticketId = null } = input;
  const { strikes: t } = tx.tables;
  const user = await findTarget(tx, userId);
  if (userId === tx.actor.userId) throw new AppError("forbidden", STRIKES.own);
  if (user.role === "Admin") throw new AppError("forbidden", STRIKES.admin);
  if (ticketId !== null) await assertSeesTicket(tx, ticketId);
  await tx.count("strikesByMember", tx.actor.userId);
  const forbids = new Set(input.forbids);
  const row = one(
    await tx
      .insert(t)
      .values({
        userId,
        issuedBy: tx.actor.userId,
        issuedAt: tx.clock.now(),
        ruleId: rule?.id ?? "",
        ruleNumber: rule?.number ?? "",
        ruleText: rule?.text ?? "",
        reason: reason.trim(),
        remark: remark.trim(),
        evidence: [...new Set(evidence)],
        ticketId,
        endsAt,
        forbidsWriting: forbids.has("writing"),
        forbidsBuying: forbids.has("buying"),
        forbidsEarning: forbids.has("earning"),
        forbidsPlaying: forbids.has("playing"),
      })
      .returning(),
  );
  await keepEvidence(tx, input.attachmentIds ?? [], { strikeId: row.id, ticketId });
  await refreshBans(tx, userId);
  await tx.audit({
    action: "strike.issued",
    subject: userId,
    after: {
      strikeId: row.id,
      forbids: [...forbids].toSorted().join(" "),
      expiresAt: endsAt?.toISOString() ?? null,
    },
  });
  await tellMember(tx, user, row);
  // Nobody is named: who reads a channel is not ours to say.
  const until = endsAt === null ? null : momentIn(tx, endsAt);
  await announce(tx, "strike.issued", {
    title: WEBHOOK_TELLS.strikeIssued(row.id, forbids.size === 0),
    text: WEBHOOK_TELLS.strikeText([...forbids], { until, rule: rule?.number ?? null }),
    path: `/member/admin/users/${userId}`,
    data: {
      strikeId: row.id,
      rule: rule?.number ?? null,
      endsAt: endsAt?.toISOString() ?? null,
    },
  });
  tx.publish({ type: "strike.issued", strikeId: row.id, userId });
  return row.id;
};

/**
 * Issues a strike [STRIKE-01]: from then on the member is kept from what it forbids, until it expires or is
 * lifted. With an idempotency key it is issued once.
 * @throws {AppError} `bad_request` for a rule that there is not, a day that is over, a ticket that the issuer
 *   may not see, and for files that are neither their own uploads nor on that ticket; `forbidden` against oneself and Admins, and against the team for whoever is no Admin;
 *   `not_found` for an unknown member; `too_many_requests`.
 */
export const issueStrike = async (ctx: MemberCtx, input: NewStrike): Promise<Strike> => {
  assertSound(input);
  const { idempotencyKey } = input;
  const key = idempotencyKey === undefined ? null : `strike:${idempotencyKey}`;
  const decided = { rule: ruleOf(ctx, input.ruleId), endsAt: endOf(ctx, input) };
  return ctx.write(async (tx) => {
    const request = { actor: tx.actor.userId, key, content: JSON.stringify(input) };
    const id = await once(tx, request, () => issue(tx, input, decided));
    return showStrike(tx, id);
  });
};
