import { rightsOf, type Rule } from "#server/access/rights.ts";
import type { Sessions } from "#server/auth/lucia.ts";
import type { Community } from "#server/config/community.ts";
import { type Config, ConfigError } from "#server/config/config.ts";
import type { LiveCommunity, Services, StatusBoard } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import type { Log } from "#server/core/log.ts";
import { forgetTimes } from "#server/modules/calendar/index.ts";
import { hasRestrictedTickets, permissionsForTicket } from "#server/modules/desk/index.ts";
import {
  newestVersion,
  type Published,
  readMaintenance,
  readPublished,
} from "#server/modules/site/index.ts";
import type { Store } from "#server/store/store.ts";
import { logFailure } from "#server/store/trouble.ts";
import type { BusEvent } from "#shared/bus.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { setLocale } from "#shared/rules/format.ts";
import { type FeedHub, memberChannel, MEMBERS, teamChannel } from "./feed.ts";

/** Requests are let in after so much work at a stretch. */
const SLICE_MS = 5;

/**
 * Closes the feeds of this instance whose session has run out, or has ended without our hearing of
 * it; the others hear what goes with what their member may do now. Looking keeps no session alive.
 * @param which.userId the feeds of one member alone.
 * @param which.signal ends it early.
 */
export const checkFeeds = async (
  given: Rule & {
    feeds: Pick<FeedHub, "sessions" | "endSession" | "setPermissions">;
    auth: { sessions: Pick<Sessions, "validate"> };
  },
  { userId, signal }: { userId?: string; signal?: AbortSignal } = {},
): Promise<void> => {
  const { feeds, auth } = given;
  let sliceEndsMs = performance.now() + SLICE_MS;
  for (const session of feeds.sessions(userId)) {
    if (signal?.aborted === true) return;
    const found = await auth.sessions.validate(session.id, "background");
    if (found === null) feeds.endSession(session);
    else feeds.setPermissions(session, rightsOf(found.user, found.session, given).permissions);
    if (performance.now() < sliceEndsMs) continue;
    await Bun.sleep(0);
    sliceEndsMs = performance.now() + SLICE_MS;
  }
};

type Deps = Services & { readonly live: LiveCommunity; readonly feeds: FeedHub };

/** What feeds say of the site that this instance shows. */
export const shownOf = ({ siteVersion, maintenance }: Config) => ({
  siteVersion,
  ...(maintenance !== null && { maintenance: maintenance.id }),
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What this instance says of the community from now on; what stands in its memory follows. */
export const showPublished = async (
  { live, board }: Pick<Deps, "live" | "board">,
  published: Published,
): Promise<void> => {
  const { servers, games } = live.config.community;
  live.replace(published);
  const { community } = published;
  setLocale(community.brand.locale);
  if (!isSame(servers, community.servers) || !isSame(games, community.games))
    await board.configure();
};

/**
 * Follows what is published, here and on other instances.
 * @param renew makes everything anew that was made of the community: headers and ready replies at once,
 *   and pages in the time that it takes, for which nothing here waits.
 * @returns what looks whether there is a newer version, and shows it. Who calls while it does so waits for
 *   another look: the last version wins.
 */
export const followPublications = (deps: Deps, renew: () => void) => {
  const { live, feeds, log } = deps;
  const { read } = systemContext(deps, "publications");

  /** The newest when something was read: it is not what is shown where nobody can read it any more. */
  let lookedAt = 0;
  /** @returns null where nothing else is published than what is shown. */
  const readNews = async () => {
    const newest = await newestVersion(read);
    if (newest === 0 || newest === live.config.siteVersion || newest === lookedAt) return null;
    const published = await readPublished(read, log);
    lookedAt = newest;
    return published.siteVersion === live.config.siteVersion ? null : published;
  };
  const look = async () => {
    const maintenance = await readMaintenance(read);
    const isOther = maintenance?.id !== live.config.maintenance?.id;
    const published = await readNews();
    if (!isOther && published === null) return;
    live.maintain(maintenance);
    if (published !== null) await showPublished(deps, published);
    const shown = shownOf(live.config);
    // Open tabs ask for what they show, which needs none of the pages that take a while.
    feeds.send("everyone", { type: "site.changed", ...shown });
    renew();
    log.info("site.shown", shown);
  };
  const lookOnce = async () => {
    try {
      await look();
    } catch (error) {
      // Of a newer program, say: this one goes on with what it understands.
      if (!(error instanceof ConfigError)) throw error;
      log.error("site.not_understood", { problems: error.problems.join("; ") });
    }
  };

  let looking: Promise<void> | null = null;
  let isAskedAgain = false;
  const lookUntilNobodyAsks = async () => {
    try {
      do {
        isAskedAgain = false;
        await lookOnce();
      } while (isAskedAgain);
    } finally {
      looking = null;
    }
  };
  return (): Promise<void> => {
    isAskedAgain = looking !== null;
    return (looking ??= lookUntilNobodyAsks());
  };
};

type LiveDeps = Rule & {
  config: { community: Pick<Community, "tickets"> };
  store: Pick<Store, "subscribe" | "tables" | "read">;
  board: Pick<StatusBoard, "reload" | "summary">;
  feeds: FeedHub;
  auth: { sessions: Pick<Sessions, "validate"> };
  log: Log;
};

type SessionEnded = Extract<BusEvent, { type: "session.ended" }>;

/**
 * Connects what instances tell each other with what browsers hear: an event refreshes this
 * instance's memory, then goes out to the feeds. After a gap everything is read again.
 * @param follow looks whether another version of the site was published.
 * @returns a function that disconnects them.
 */
export const wireLive = async (
  { store, board, feeds, auth, log, config }: LiveDeps,
  follow: () => Promise<void> = async () => {},
) => {
  const failed = (error: unknown) => logFailure(log, "error", "live.failed", error);

  const onServersChanged = async (keys: readonly string[] | null) => {
    const rows = await board.reload(keys);
    if (rows.length > 0)
      feeds.send("everyone", {
        type: "servers.changed",
        rows: [...rows],
        summary: board.summary(),
      });
  };
  const onSessionEnded = ({ userId, sessionId }: SessionEnded) => {
    if (sessionId !== null) feeds.endSession({ id: sessionId, userId });
    // Which of them is asked again: one that was begun just afterwards may be listening already.
    else checkFeeds({ feeds, auth, config }, { userId }).catch(failed);
  };
  /** Tells those on a ticket, and those of the team who may see it [DESK-02]. */
  const onTicket = (userIds: readonly string[], event: FeedEvent & { ticketId: number }) => {
    const tell = (team: readonly Permission[]) =>
      feeds.sendTo([teamChannel(...team), ...userIds.map(memberChannel)], event);
    if (!hasRestrictedTickets({ config })) tell(["tickets"]);
    else permissionsForTicket({ ...store.read, config }, event.ticketId).then(tell, failed);
  };
  /** Tells a member, and those of the team who look after what has changed. */
  const onMember = (userId: string, type: "account.changed" | "points.changed") => {
    feeds.send(memberChannel(userId), { type });
    const needed = type === "points.changed" ? "points" : "members";
    feeds.send(teamChannel(needed), { type: "member.changed", userId });
  };
  const onEvent = (event: BusEvent) => {
    switch (event.type) {
      case "servers.changed":
        onServersChanged(event.keys).catch(failed);
        return;
      case "session.ended":
        onSessionEnded(event);
        return;
      case "account.changed":
        onMember(event.userId, event.type);
        // It may be their role that was changed. Asks for nothing where they do not listen.
        checkFeeds({ feeds, auth, config }, { userId: event.userId }).catch(failed);
        return;
      case "calendar.changed":
        forgetTimes(store);
        feeds.send("everyone", { type: event.type });
        return;
      case "news.changed":
        feeds.send("everyone", { type: event.type });
        return;
      case "points.changed":
        onMember(event.userId, event.type);
        return;
      case "orders.changed":
        feeds.sendTo(
          [teamChannel("orders"), ...(event.userId === null ? [] : [memberChannel(event.userId)])],
          {
            type: event.type,
          },
        );
        return;
      case "strike.issued":
      case "strike.changed":
        feeds.sendTo([teamChannel("strikes"), memberChannel(event.userId)], {
          type: "strikes.changed",
        });
        return;
      case "ticket.seen": {
        const { userIds, readerId, ...payload } = event;
        onTicket(userIds, payload);
        if (readerId !== undefined)
          feeds.send(memberChannel(readerId), { type: "ticket.read", ticketId: event.ticketId });
        return;
      }
      case "ticket.changed":
      case "ticket.typing":
      case "message.changed":
      case "message.added": {
        const { userIds, ...payload } = event;
        onTicket(userIds, payload);
        return;
      }
      case "ticket.viewed":
        onTicket([], event);
        return;
      case "note.added":
      case "note.changed":
        onTicket([], event);
        return;
      case "replies.changed":
      case "labels.changed":
        feeds.send(teamChannel("tickets"), event);
        return;
      case "maintenance.changed":
      case "site.published":
        follow().catch(failed);
        return;
      case "notifications.changed":
        feeds.sendTo(event.userIds?.map(memberChannel) ?? [MEMBERS], { type: event.type });
        return;
    }
  };
  const onGap = () => {
    forgetTimes(store);
    // Where reading fails too, browsers still have to ask for what they may have missed.
    board
      .reload(null)
      .catch(failed)
      .finally(() => feeds.send("everyone", { type: "resync" }));
    checkFeeds({ feeds, auth, config }).catch(failed);
    follow().catch(failed);
  };
  const disconnect = await store.subscribe(onEvent, onGap);
  // What happened between the first filling of the board and now.
  await board.reload(null);
  await follow();
  return disconnect;
};
