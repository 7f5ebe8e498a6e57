import { errorFields, type Log } from "#server/log.ts";
import type { StatusBoard } from "#server/modules/servers/index.ts";
import type { Store } from "#server/store/store.ts";
import type { BusEvent } from "#shared/feed.ts";
import type { FeedHub } from "./feed.ts";

type LiveDeps = {
  store: Pick<Store, "subscribe">;
  board: Pick<StatusBoard, "reload" | "summary">;
  feeds: FeedHub;
  log: Log;
};

/**
 * Connects what instances tell each other with what browsers hear: an event refreshes this
 * instance's memory, then goes out to the feeds. After a gap everything is read again.
 * @returns a function that disconnects them.
 */
export const wireLive = async ({ store, board, feeds, log }: LiveDeps) => {
  const failed = (error: unknown) => log.error("live.failed", errorFields(error));

  const onServersChanged = async (keys: readonly string[] | null) => {
    const rows = await board.reload(keys);
    if (rows.length > 0)
      feeds.send("everyone", {
        type: "servers.changed",
        rows: [...rows],
        summary: board.summary(),
      });
  };
  const onEvent = (event: BusEvent) => {
    switch (event.type) {
      case "servers.changed":
        onServersChanged(event.keys).catch(failed);
        return;
    }
  };
  const onGap = () => {
    // Where reading fails too, browsers still have to ask for what they may have missed.
    board
      .reload(null)
      .catch(failed)
      .finally(() => feeds.send("everyone", { type: "resync" }));
  };
  const disconnect = await store.subscribe(onEvent, onGap);
  // What happened between the first filling of the board and now.
  await board.reload(null);
  return disconnect;
};
