import type { Page } from "@playwright/test";
import { launchBrowser, SCREENS } from "#scripts/browser.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";
import { type Figure, median, spread } from "./figure.ts";

const ROUNDS = 3;
const TARGET_MS = 200;
const CPU_SLOWDOWN = 4;
/** What a tap has started is over by then, and the browser has told of it. */
const QUIET_MS = 1500;

type Tap = { name: string; act: (page: Page) => Promise<unknown> };
type Walk = { path: string; who: "guest" | "member" | "admin"; taps: readonly Tap[] };

/** Not that which stands there until the application draws its own. */
const MAIN = "main:not([data-shell] main)";

/** What people do most on a phone. */
const WALKS: readonly Walk[] = [
  {
    path: "/",
    who: "guest",
    taps: [
      { name: "opens the menu", act: (page) => page.getByRole("button", { name: "Menu" }).tap() },
      { name: "closes it", act: (page) => page.keyboard.press("Escape") },
      {
        name: "shows another game",
        act: async (page) => {
          const tab = page.getByRole("tab", { name: "Eco", exact: true });
          // Whoever taps it has seen it first: what comes into view asks for the status.
          await tab.scrollIntoViewIfNeeded();
          await Bun.sleep(QUIET_MS);
          await tab.tap();
        },
      },
      {
        name: "opens a server's sheet",
        act: (page) => page.locator("#ServerStatusDisplay table a").first().tap(),
      },
    ],
  },
  {
    path: "/member/tickets",
    who: "member",
    taps: [
      {
        name: "types into the search",
        act: (page) => page.locator(`${MAIN} input[type=search]`).first().pressSequentially("ma"),
      },
    ],
  },
  {
    path: "/member/tickets",
    who: "member",
    taps: [
      {
        name: "opens a ticket",
        act: (page) => page.locator(`${MAIN} li a[href*="/tickets/ticket/"]`).first().tap(),
      },
    ],
  },
  {
    path: "/member/admin/users",
    who: "admin",
    taps: [
      {
        name: "opens what there is about somebody",
        act: (page) => page.locator(`${MAIN} li button[aria-label^="More about"]`).first().tap(),
      },
      {
        name: "types into the search",
        act: (page) => page.locator(`${MAIN} input[type=search]`).first().pressSequentially("ma"),
      },
    ],
  },
];

/** Runs in the page: keeps how long each interaction took until something was painted, in ms. */
const noteInteractions = () => {
  const longest: number[] = [];
  Object.assign(window, { longest });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ("interactionId" in entry && entry.interactionId !== 0) longest.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
};

/** The longest since it was asked last; 16 where none was that long. */
const takeLongest = (page: Page) =>
  page.evaluate(() => {
    const { longest } = window as unknown as { longest: number[] };
    return Math.max(16, ...longest.splice(0));
  });

/** A walk by somebody with a slow phone. @returns what each tap took, in ms. */
const walk = async ({ path, who, taps }: Walk): Promise<readonly number[]> => {
  const { url } = await site();
  const token = who === "guest" ? null : await login(sampleMember(who));
  const localStorage = token === null ? [] : [{ name: "authToken", value: token }];
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      ...SCREENS.phone,
      storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    });
    const page = await context.newPage();
    await page.addInitScript(noteInteractions);
    await page.goto(url + path);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await Bun.sleep(QUIET_MS);
    const protocol = await context.newCDPSession(page);
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    const times: number[] = [];
    for (const { act } of taps) {
      await act(page);
      await Bun.sleep(QUIET_MS);
      times.push(await takeLongest(page));
    }
    return times;
  } finally {
    await browser.close();
  }
};

/** From a tap or a key until the page shows that it was felt: the longest of what people do most. */
export const measureInteractions = async (): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const walked of WALKS) {
    const rounds: (readonly number[])[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await walk(walked));
    for (const [index, { name }] of walked.taps.entries()) {
      const times = rounds.map((round) => round[index] ?? Number.NaN);
      figures.push({
        name: `${walked.path}, a quarter of the CPU: ${walked.who} ${name}`,
        measured: `${median(times).toFixed(0)} ms (${spread(times)})`,
        target: `within ${TARGET_MS} ms`,
        isMet: median(times) <= TARGET_MS,
      });
    }
  }
  return figures;
};
