import { expect, test } from "bun:test";
import { refreshBoardJob } from "#server/jobs/site-jobs.ts";
import { createStatusBoard, recordRound } from "#server/modules/servers/index.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { movableClock } from "#tests/support/clock.ts";
import { communityWith } from "#tests/support/community.ts";
import { systemIn } from "#tests/support/context.ts";
import { answered } from "#tests/support/outcomes.ts";
import { testStore } from "#tests/support/store.ts";

test("once nobody polls any more, browsers hear that the status is unknown, once", async () => {
  const store = await testStore();
  const clock = movableClock();
  const server = { key: "den", game: "ark-se", name: "Den", host: "den.example", port: 7777 };
  const board = createStatusBoard({ store, clock, config: { community: communityWith([server]) } });
  const sent: FeedEvent[] = [];
  const feeds = { send: (_channel: string, event: FeedEvent) => void sent.push(event) };
  const job = refreshBoardJob({ board, feeds });
  const refresh = () => job.run(new AbortController().signal);

  await recordRound(systemIn(store), clock.now(), [answered("den", { players: 7 })]);
  await refresh();
  await refresh();
  expect(sent).toMatchObject([{ rows: [{ state: "online" }], summary: { online: 1, players: 7 } }]);
  expect((await board.history("ark-se"))[0]?.peak).toBe(7);

  clock.advance(121_000);
  await refresh();
  await refresh();
  expect(sent.slice(1)).toMatchObject([
    { type: "servers.changed", rows: [{ state: "unknown", players: 7 }], summary: { online: 0 } },
  ]);
});
