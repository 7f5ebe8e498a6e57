import type { Sessions } from "#server/auth/lucia.ts";
import type { StatusBoard } from "#server/context/status-board.ts";
import type { Log } from "#server/core/log.ts";
import { logFailure } from "#server/store/log-failure.ts";
import type { Store } from "#server/store/store.ts";
import type { BusEvent, FeedEvent } from "#shared/feed.ts";
import { checkFeeds } from "./check-feeds.ts";
import { ADMINS, type FeedHub, memberChannel, MEMBERS } from "./feed.ts";

type LiveDeps = {
  store: Pick<Store, "subscribe">;
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
  { store, board, feeds, auth, log }: LiveDeps,
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
    else checkFeeds({ feeds, auth }, { userId }).catch(failed);
  };
  const onTicket = (userIds: readonly string[], event: FeedEvent) =>
    feeds.sendTo([ADMINS, ...userIds.map(memberChannel)], event);
  const onMember = (userId: string, type: "account.changed" | "points.changed") => {
    feeds.send(memberChannel(userId), { type });
    feeds.send(ADMINS, { type: "member.changed", userId });
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
        checkFeeds({ feeds, auth }, { userId: event.userId }).catch(failed);
        return;
      case "calendar.changed":
      case "news.changed":
        feeds.send("everyone", { type: event.type });
        return;
      case "points.changed":
        onMember(event.userId, event.type);
        return;
      case "orders.changed":
        feeds.sendTo([ADMINS, ...(event.userId === null ? [] : [memberChannel(event.userId)])], {
          type: event.type,
        });
        return;
      case "ticket.changed": {
        const { userIds, ...payload } = event;
        onTicket(userIds, payload);
        return;
      }
      case "message.added": {
        const { userIds, ...payload } = event;
        onTicket(userIds, payload);
        return;
      }
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
    // Where reading fails too, browsers still have to ask for what they may have missed.
    board
      .reload(null)
      .catch(failed)
      .finally(() => feeds.send("everyone", { type: "resync" }));
    checkFeeds({ feeds, auth }).catch(failed);
    follow().catch(failed);
  };
  const disconnect = await store.subscribe(onEvent, onGap);
  // What happened between the first filling of the board and now.
  await board.reload(null);
  await follow();
  return disconnect;
};
