import { expect } from "bun:test";
import { long } from "#tests/support/long.ts";
import { soakFeeds } from "./feeds.ts";
import { soakKills } from "./kills.ts";

/** A machine may be busy: what hangs ends all the same. */
const LIMIT_MS = 600_000;

long(
  "a site that is killed again and again keeps every write that it acknowledged, once and whole",
  async () => {
    // Others: bun run soak
    const { wrong, ...figures } = await soakKills({ kills: 12, seed: 20_261_122 });
    expect(wrong).toEqual([]);
    expect(figures.kills).toBe(12);
    expect(figures.messages).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

long(
  "every message comes once to the open feeds of the two whom it is for, and to no others",
  async () => {
    const { messages, events, lost, doubled, foreign, closed } = await soakFeeds({
      feeds: 30,
      seconds: 4,
    });
    expect({ lost, doubled, foreign, closed }).toEqual({
      lost: 0,
      doubled: 0,
      foreign: 0,
      closed: 0,
    });
    expect(events).toBe(2 * messages);
    expect(messages).toBeGreaterThan(5);
  },
  LIMIT_MS,
);
