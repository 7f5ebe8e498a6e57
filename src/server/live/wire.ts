import type { Rule } from "#server/access/rights.ts";
import type { Sessions } from "#server/auth/lucia.ts";
import type { Community } from "#server/config/community.ts";
import type { StatusBoard } from "#server/context/status-board.ts";
import type { Log } from "#server/core/log.ts";
import { forgetTimes } from "#server/modules/calendar/index.ts";
import { hasRestrictedTickets, permissionsForTicket } from "#server/modules/desk/index.ts";
import { logFailure } from "#server/store/log-failure.ts";
import type { Store } from "#server/store/store.ts";
import type { Permission } from "#shared/constants/permissions.ts";
import type { BusEvent, FeedEvent } from "#shared/feed.ts";
import { checkFeeds } from "./check-feeds.ts";
import { type FeedHub, memberChannel, MEMBERS, teamChannel } from "./feed.ts";

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
