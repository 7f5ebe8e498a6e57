import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { launchBrowser, SCREENS } from "#scripts/browser.ts";
import { CLIENT_OUT_DIR } from "#scripts/client/places.ts";
import { createAuth } from "#server/auth/auth.ts";
import { systemClock } from "#server/core/clock.ts";
import { openStore } from "#server/store/open.ts";
import { QUEUE_SCREEN } from "#shared/desk-messages.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { onSqlite } from "./engines.ts";
import { type Figure, median, percentile, spread } from "./figure.ts";
import { deskStatements } from "./fill/desk.ts";
import { ASKERS, type DatabaseSize, ticketStatements } from "./fill/tickets.ts";
import { startProgram } from "./rates.ts";

const TARGET_MS = 100;
const SIZE: DatabaseSize = { tickets: 100_000, members: 10_000, manyOnEvery: 10 };
/** The first of them find scripts that have only just come, and do not count. */
const WARM_UP = 5;
const PRESSES = 40;
/** Until the queue is open, and a ticket is there. */
const PATIENCE_MS = 120_000;
/** So long somebody looks at a ticket at least before going on. */
const LOOK_MS = 500;

/** What it took until the next ticket was painted, in ms: by the clock, and of the page's own thread. */
type Press = { clockMs: number; threadMs: number };

/** The processor time that the page's thread has taken so far, in ms. */
const threadMsOf = async (protocol: CDPSession): Promise<number> => {
  const { metrics } = await protocol.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
};

const goOn = async (page: Page, protocol: CDPSession): Promise<Press> => {
  await page.evaluate(() => {
    const current = document.querySelector("[data-ticket][aria-current]");
    const next = current?.nextElementSibling ?? document.querySelector("[data-ticket]");
    const wanted = `#${next?.getAttribute("data-ticket")}`;
    const isShown = () => {
      const pane = document.querySelector("[data-queue-thread]");
      const title = pane?.querySelector("h1")?.parentElement?.textContent ?? "";
      return title.includes(wanted) && pane?.querySelector("[role=log] li p") !== null;
    };
    const { promise, resolve } = Promise.withResolvers<number>();
    Object.assign(window, { painted: promise });
    document.addEventListener(
      "keydown",
      ({ timeStamp }) => {
        const look = () => {
          if (!isShown()) requestAnimationFrame(look);
          // What is in the page before a frame is painted by the end of it.
          else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
  const before = await threadMsOf(protocol);
  await page.keyboard.press("j");
  const clockMs = await page.evaluate(
    () => (window as unknown as { painted: Promise<number> }).painted,
  );
  return { clockMs, threadMs: (await threadMsOf(protocol)) - before };
};

const walk = async (url: string, token: string): Promise<readonly Press[]> => {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      ...SCREENS.desktop,
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: [{ name: "authToken", value: token }] }],
      },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.goto(`${url}/member/tickets/queue`);
    await page.locator("[data-ticket]").first().waitFor();
    await page.getByText(QUEUE_SCREEN.noneOpen).waitFor();
    const protocol = await context.newCDPSession(page);
    await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
    const presses: Press[] = [];
    for (let press = 0; press < WARM_UP + PRESSES; press += 1) {
      await Bun.sleep(LOOK_MS);
      presses.push(await goOn(page, protocol));
    }
    return presses.slice(WARM_UP);
  } finally {
    await browser.close();
  }
};

/**
 * From the key for the next ticket until its title and messages are painted beside the queue, in a browser of
 * 1,440 px on this machine, with 100,000 tickets and a million messages on SQLite. What the page's own thread
 * takes does not depend on what else the machine has to do.
 */
export const measureNextTicket = (): Promise<readonly Figure[]> =>
  onSqlite(async (make) => {
    const database = await make();
    const statements = ticketStatements(database.engine, SIZE);
    await database.fill(statements.concat(deskStatements(database.engine, SIZE)));
    const store = await openStore(database);
    const auth = await createAuth({ config: { sessionSecret: null }, store, clock: systemClock });
    const { token } = await signedIn({ deps: { store, auth, clock: systemClock } }, ASKERS.admin);
    await store.close();
    const folder = await mkdtemp(join(tmpdir(), "lynxden-bench-"));
    const args = [database.dataDir, join(folder, "site.log"), CLIENT_OUT_DIR];
    const { server, port } = await startProgram("desk/site.ts", args);
    try {
      const presses = await walk(`http://localhost:${port}`, token);
      const figure = (name: string, times: readonly number[]): Figure => ({
        name: `Queue of 100,000 tickets: the next one on the screen after its key, ${name}`,
        measured: `${median(times).toFixed(0)} ms, 95 % within ${percentile(times, 0.95).toFixed(0)} (${spread(times)})`,
        target: `95 % within ${TARGET_MS} ms`,
        isMet: percentile(times, 0.95) <= TARGET_MS,
      });
      return [
        figure(
          "by the clock",
          presses.map(({ clockMs }) => clockMs),
        ),
        figure(
          "processor time of the page",
          presses.map(({ threadMs }) => threadMs),
        ),
      ];
    } finally {
      server.kill();
      await server.exited;
      await rm(folder, { recursive: true, force: true });
    }
  });

if (import.meta.main) console.table(await measureNextTicket());
