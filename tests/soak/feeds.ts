import { join } from "node:path";
import { systemClock } from "#server/core/clock.ts";
import { startSiteProcess } from "#tests/crash/site-process.ts";
import { inWorld, type World } from "#tests/crash/world.ts";
import { addLink } from "#tests/support/platform-links.ts";
import { addTicket } from "#tests/support/tickets.ts";
import type { Heard, Listening } from "./processes/listeners.ts";

const LISTENERS = join(import.meta.dir, "processes/listeners.ts");
const EVERY_MS = 100;
const LOOK_MS = 1000;
/** What the site takes while it comes up is no leak. */
const WARM_SHARE = 0.2;

export type FeedFigures = Heard & {
  feeds: number;
  seconds: number;
  /** The site's resident memory with all feeds open: after the first fifth of the time, and at the end. */
  memoryMb: { early: number; late: number };
};

const residentMb = async (pid: number) => {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
};

/** Two people on each ticket, all of them signed in. */
const addPairs = async (world: World, tokens: readonly string[]): Promise<Listening["pairs"]> => {
  const store = await world.open();
  const given = { store, clock: systemClock };
  const pairs = [];
  try {
    for (let index = 0; index + 1 < world.members.length; index += 2) {
      const [first, second] = [world.members[index], world.members[index + 1]];
      if (first === undefined || second === undefined) break;
      await addLink(given, first.userId, "discord", { externalId: `discord-${index}` });
      const ticketId = await addTicket(given, { people: [first.userId, second.userId] });
      pairs.push({ ticketId, tokens: [tokens[index] ?? "", tokens[index + 1] ?? ""] as const });
    }
    return pairs;
  } finally {
    await store.close();
  }
};

const tokensOf = ({ members }: World) =>
  members.map(({ headers }) => (headers["authorization"] ?? "").replace("Bearer ", ""));

/**
 * Holds feeds open for a while, in each of which every message of its ticket has to be heard once.
 * @param given.feeds an even number, one for each member.
 */
export const soakFeeds = ({
  feeds,
  seconds,
}: {
  feeds: number;
  seconds: number;
}): Promise<FeedFigures> =>
  inWorld({ members: feeds, isUnlimited: true }, async (world) => {
    const listening: Listening = {
      pairs: await addPairs(world, tokensOf(world)),
      seconds,
      everyMs: EVERY_MS,
    };
    const file = join(world.folder, "listening.json");
    await Bun.write(file, JSON.stringify(listening));
    const life = startSiteProcess(world, null);
    if (!(await life.isListening)) throw new Error("The site did not start.");
    const crowd = Bun.spawn([process.execPath, LISTENERS, world.url, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const looks: number[] = [];
      const watch = setInterval(() => {
        residentMb(life.pid).then(
          (mb) => looks.push(mb),
          () => {},
        );
      }, LOOK_MS);
      const printed = await new Response(crowd.stdout).text();
      clearInterval(watch);
      if (printed === "") throw new Error("The listeners ended without a word.");
      const early = looks[Math.floor(looks.length * WARM_SHARE)] ?? 0;
      return {
        feeds,
        seconds,
        ...(JSON.parse(printed) as Heard),
        memoryMb: { early: Math.round(early), late: Math.round(looks.at(-1) ?? 0) },
      };
    } finally {
      crowd.kill();
      await life.stop();
    }
  });
