import type { GamePlugin } from "#sandbox/game-plugin/game-plugin.ts";
import type { SandboxTebex } from "#sandbox/tebex/tebex.ts";
import type { SessionUser, TeamRights } from "#server/auth/lucia.ts";
import type { Services } from "#server/context/services.ts";
import { addPlayTime, queueDelivery } from "#server/modules/bridge/index.ts";
import { addEntry, creditPoints, readBalance } from "#server/modules/points/index.ts";
import { appRouter } from "#server/trpc/router.ts";
import { BUILT_IN_ROLES } from "#shared/constants/accounts.ts";
import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { TICKET_STATUSES, ticketValues } from "#shared/constants/tickets.ts";
import { answerMax, type TicketQuestion } from "#shared/schemas/community/checks.ts";
import type { Page } from "#shared/schemas/lists.ts";
import { EMAIL_OF, type SampleName, withDelivery } from "./accounts.ts";
import { isExample, storyOf } from "./any-community.ts";
import { asMember, asSite, pastClock, withSession } from "./contexts.ts";
import { LAST_CREDIT, SAMPLE_LABELS, type SampleLabelName } from "./desk-and-points.ts";
import { type DiaryEntry, EXAMPLE_STORY, SAMPLE_VISITS, sampleDiary } from "./news.ts";
import { createShopping, inThePast, type Shopping } from "./shopping.ts";
import type { SampleTicket, TicketStep } from "./tickets/ticket.ts";

type Cast = Readonly<Record<SampleName, SessionUser>>;

/** Everything that somebody may do, done by them. */
export const as = (deps: Services, user: SessionUser) =>
  appRouter.createCaller(withSession(asMember(deps, user)));
type Caller = ReturnType<typeof as>;

/** Whoever looks around before it is known who is there. */
const SEED: SessionUser = {
  id: "seed",
  email: "seed@example.test",
  firstName: "Seed",
  lastName: "Data",
  role: "Admin",
  team: null,
  promoReceivedAt: null,
};

/** A list's items, all of them. */
const whole = async <Item>(
  ask: (cursor: string | null) => Promise<Page<Item>>,
): Promise<Item[]> => {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
};

/** What that one sees. */
const asSeed = (deps: Services) => appRouter.createCaller(asMember(deps, SEED));

/** What the role of Sage gives, as the sample accounts have it. */
const teamOf = (name: string): TeamRights | null => {
  const role = BUILT_IN_ROLES.find(({ id }) => name === "sage" && id === "moderator");
  return role === undefined ? null : { roles: [role.name], permissions: role.permissions };
};

/** Who plays in the sample data; null where somebody's account is gone. */
export const findCast = async (deps: Services): Promise<Cast | null> => {
  const { notifications } = asSeed(deps);
  const everybody = await whole((cursor) =>
    notifications.targets({ cursor, limit: PAGE_SIZE_MAX }),
  );
  const byEmail = new Map(everybody.map((target) => [target.email, target]));
  const cast: [string, SessionUser][] = [];
  for (const [name, email] of Object.entries(EMAIL_OF)) {
    const found = byEmail.get(email);
    if (found === undefined) return null;
    const { profileId: id, firstName, lastName } = found;
    const role = name === "rowan" ? "Admin" : "User";
    const team = teamOf(name);
    cast.push([name, { id, email, firstName, lastName, role, team, promoReceivedAt: null }]);
  }
  // Made from the list of names itself, so each of them is there.
  return Object.fromEntries(cast) as Cast;
};

const subjectsIn = async (deps: Services): Promise<ReadonlySet<string>> => {
  const { tickets } = asSeed(deps);
  const all = await Promise.all(
    TICKET_STATUSES.map((status) =>
      whole((cursor) => tickets.list({ status, cursor, limit: PAGE_SIZE_MAX })),
    ),
  );
  return new Set(all.flat().map(({ subject }) => subject));
};

/** What it is called, first and later. */
const subjectsOf = ({ subject, steps }: SampleTicket): readonly string[] => [
  subject,
  ...steps.flatMap((step) => (step.kind === "edit" ? (step.changes.subject ?? []) : [])),
];

/** What somebody of the demo answers to what has to be answered. */
const answersTo = (questions: readonly TicketQuestion[] = []) =>
  Object.fromEntries(
    questions
      .filter(({ required }) => required)
      .map((question) => [
        question.key,
        question.choices?.[0] ?? "A sample answer.".slice(0, answerMax(question)),
      ]),
  );

const open = async (caller: Caller, ticket: SampleTicket): Promise<number> => {
  const { by: _by, daysAgo: _daysAgo, steps: _steps, ...fields } = ticket;
  const { gamesWithServers, questions } = await caller.tickets.options();
  const server = ticket.server ?? gamesWithServers[fields.game]?.[0] ?? "";
  return (
    await caller.tickets.create({
      ...fields,
      server,
      answers: answersTo(questions[fields.category]),
    })
  ).id;
};

const labelCalled = async (caller: Caller, name: SampleLabelName): Promise<number> => {
  const known = (await caller.queue.labels()).find((label) => label.name === name);
  return (known ?? (await caller.queue.makeLabel({ name, colour: SAMPLE_LABELS[name] }))).id;
};

const takeStep = async (caller: Caller, cast: Cast, id: number, step: TicketStep) => {
  switch (step.kind) {
    case "say":
      await caller.messages.send({ messageGroupId: id, content: step.text });
      return;
    case "assign":
      // Who is named is put on the ticket; who names nobody takes care of it.
      await caller.tickets.assign({
        id,
        userId: step.whom === step.by ? null : cast[step.whom].id,
      });
      return;
    case "edit": {
      const present = ticketValues(await caller.tickets.byId({ id }));
      await caller.tickets.edit({ id, ...present, ...step.changes });
      return;
    }
    case "note":
      await caller.notes.add({ id, content: step.text });
      return;
    case "priority":
      await caller.queue.change({ steps: [{ ids: [id], priority: step.priority }] });
      return;
    case "label": {
      const addLabels = [await labelCalled(caller, step.label)];
      await caller.queue.change({ steps: [{ ids: [id], addLabels }] });
      return;
    }
    case "close": {
      const { solved, word } = step;
      await caller.tickets.close({ id, solved, word });
      return;
    }
    case "restore":
      await caller.tickets.restore({ id });
  }
};

/** What was written before somebody's last visit they read then. */
const isReadLater = (who: SampleName, daysAgo: number): boolean =>
  SAMPLE_VISITS.some((visit) => visit.who === who && visit.daysAgo < daysAgo);

/** Lets the diary happen, one entry at a time. */
const live = async (
  deps: Services,
  cast: Cast,
  diary: readonly DiaryEntry[],
  known: ReadonlySet<string>,
  shopping: Shopping | null,
): Promise<void> => {
  const ids = new Map<SampleTicket, number>();
  for (const entry of diary) {
    const then = { ...deps, clock: pastClock(deps.clock, entry.daysAgo) };
    const by = (name: SampleName) => as(then, cast[name]);
    switch (entry.kind) {
      case "open": {
        const { ticket } = entry;
        if (!subjectsOf(ticket).some((subject) => known.has(subject)))
          ids.set(ticket, await open(by(ticket.by), ticket));
        break;
      }
      case "step": {
        const id = ids.get(entry.ticket);
        if (id === undefined) break;
        const { step, daysAgo } = entry;
        const caller = by(step.by);
        // Whoever does something on a ticket is looking at it.
        if (!isReadLater(step.by, daysAgo))
          await caller.notifications.markTicketRead({ ticketId: id });
        await takeStep(caller, cast, id, step);
        break;
      }
      case "credit": {
        const { who, by: actor, kind, delta, reason, played } = entry.credit;
        const actorId = actor === undefined ? null : cast[actor].id;
        const { reference } = entry;
        const { id: userId } = cast[who];
        const line = { userId, kind, delta, reason, reference, actorId };
        if (played === undefined) {
          await creditPoints(asSite(then), line);
          break;
        }
        await asSite(then).write(async (tx) => {
          const { isNew } = await addEntry(tx, { ...line, game: played.game });
          const place = { quarter: tx.clock.now(), ...played };
          if (isNew) await addPlayTime(tx, place, [{ userId, quarters: 1, points: delta }]);
        });
        break;
      }
      case "order":
        await shopping?.order(then, by(entry.order.who), entry.order);
        break;
      case "orderStep":
        await shopping?.step(then, entry.order, entry.step);
        break;
      case "news": {
        const { to, subject, message, link } = entry.news;
        const whom =
          to === "everyone"
            ? { isGlobal: true }
            : { isGlobal: false, targetUserIds: to.map((name) => cast[name].id) };
        const idempotencyKey = `sample:${subject}`;
        await by("rowan").notifications.create({
          subject,
          message,
          link,
          ...whom,
          idempotencyKey,
        });
        break;
      }
      case "reply": {
        const { by: author, daysAgo: _, ...draft } = entry.reply;
        const idempotencyKey = `sample:${draft.title}`;
        await by(author).savedReplies.save({ id: null, revision: 0, ...draft, idempotencyKey });
        break;
      }
      case "strike": {
        const { by: issuer, whom, daysAgo: _, forbids, ...strike } = entry.strike;
        const idempotencyKey = `sample:${strike.ruleId}`;
        await by(issuer).strikes.issue({
          ...strike,
          userId: cast[whom].id,
          forbids: [...forbids],
          idempotencyKey,
        });
        await withDelivery(deps, (deliver) => deliver(then));
        break;
      }
      case "visit":
        await by(entry.who).notifications.markAllRead();
    }
  }
};

/** Where anybody has bought something, nothing is bought again. */
const hasOrders = async (deps: Services): Promise<boolean> =>
  (await asSeed(deps).orders.all({ limit: 1 })).items.length > 0;

/**
 * Fills the sample community with what its people did in the last months: tickets and what was said
 * on them, notifications, points, orders. Done once; where it was interrupted, what is missing is
 * added, but a ticket that is there stays as it is.
 * @param tebex where they buy; without it they do not.
 */
export const seedCommunity = async (
  deps: Services,
  tebex: SandboxTebex | null = null,
): Promise<void> => {
  const cast = await findCast(deps);
  if (cast === null) return;
  // Theirs is the last line of the ledger: where it stands, all has happened.
  const isDone = (await readBalance(deps.store.read, cast[LAST_CREDIT.who].id)) !== 0;
  if (isDone) return;
  const known = await subjectsIn(deps);
  const { community } = deps.config;
  const diary = sampleDiary(isExample(community) ? EXAMPLE_STORY : storyOf(community));
  if (tebex === null || (await hasOrders(deps))) {
    await live(deps, cast, diary, known, null);
    return;
  }
  await asSeed(deps).shop.packages();
  await inThePast(tebex, () => live(deps, cast, diary, known, createShopping(tebex)));
};

const NAME = "Sandbox plugin";

/**
 * Has an Admin make a key for the sandbox's plugin, in place of the one it had, and leaves something
 * for it to hand out.
 * @param siteUrl where it will find the site.
 */
export const seedBridge = async (
  deps: Services,
  plugin: Pick<GamePlugin, "connect">,
  siteUrl: string,
): Promise<void> => {
  const cast = await findCast(deps);
  if (cast === null) return;
  const { bridge } = as(deps, cast.rowan);
  const { items } = await bridge.keys({});
  for (const { id, name, revokedAt } of items)
    if (name === NAME && revokedAt === null) await bridge.revokeKey({ id });
  const { games } = deps.config.community;
  // A key is for the plugins of some game.
  if (games.length === 0) return;
  const all = { scopes: [...BRIDGE_SCOPES], games: games.map((game) => game.key) };
  const { key } = await bridge.makeKey({ name: NAME, ...all });
  plugin.connect({ url: siteUrl, key });
  const game = games.find(({ earnsPoints }) => earnsPoints)?.key;
  if (game === undefined) return;
  await asSite(deps).write((tx) =>
    queueDelivery(tx, {
      userId: cast.morgan.id,
      game,
      payload: { item: "Metal starter kit", quantity: 1 },
      reference: "sample:starter-kit",
    }),
  );
};
