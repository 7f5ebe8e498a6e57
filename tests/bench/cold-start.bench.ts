import { launchBrowser } from "#scripts/browser.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { site } from "#tests/support/site.ts";
import { type Figure, median, spread } from "./figure.ts";

const ROUNDS = 5;
const ROW_TARGET_MS = 2500;
const SCRIPTS_TARGET = 12;
/** As Lighthouse's slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
/** What a page loads after its first row has come by then. */
const QUIET_MS = 3000;

/** Screens, who looks at them, and what is their first content. */
const SCREENS = [
  {
    path: "/member/tickets",
    who: "member",
    first: 'main:not([data-shell] main) li a[href*="/tickets/ticket/"]',
  },
  { path: "/shop", who: "member", first: "main:not([data-shell] main) li h3" },
  {
    path: "/member/admin/users",
    who: "admin",
    first: 'main:not([data-shell] main) li button[aria-label^="More about"]',
  },
] as const;

/** Runs in the page: notes when there is something to see of what the selector names, in ms. */
const noteFirst = (selector: string) => {
  const look = () => {
    const height = document.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    if (height > 0) document.documentElement.dataset["firstAtMs"] = String(performance.now());
    else requestAnimationFrame(look);
  };
  look();
};

/** One load in a browser that has nothing of the site yet. */
const loadCold = async (path: string, token: string, first: string) => {
  const { url } = await site();
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: [{ name: "authToken", value: token }] }],
      },
    });
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    await protocol.send("Network.emulateNetworkConditions", SLOW_4G);
    await protocol.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    let scripts = 0;
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts += 1;
    });
    await page.addInitScript(noteFirst, first);
    await page.goto(url + path);
    const noted = page.locator("html[data-first-at-ms]");
    await noted.waitFor({ state: "attached" });
    const atMs = Number(await noted.getAttribute("data-first-at-ms"));
    await Bun.sleep(QUIET_MS);
    return { atMs, scripts };
  } finally {
    await browser.close();
  }
};

/** Screens behind the login, as a phone on a slow line opens them for the first time. */
export const measureColdStart = async (): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  for (const { path, who, first } of SCREENS) {
    const rounds: Awaited<ReturnType<typeof loadCold>>[] = [];
    // The site itself has started a while ago: what it does for its first visitor is not the phone's.
    await loadCold(path, await login(sampleMember(who)), first);
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push(await loadCold(path, await login(sampleMember(who)), first));
    const atMs = rounds.map((round) => round.atMs);
    const scripts = Math.max(...rounds.map((round) => round.scripts));
    figures.push(
      {
        name: `${path}, slow 4G and a quarter of the CPU: first content`,
        measured: `${median(atMs).toFixed(0)} ms (${spread(atMs)})`,
        target: `within ${ROW_TARGET_MS} ms`,
        isMet: median(atMs) <= ROW_TARGET_MS,
      },
      {
        name: `${path}: requests for JavaScript`,
        measured: String(scripts),
        target: `at most ${SCRIPTS_TARGET}`,
        isMet: scripts <= SCRIPTS_TARGET,
      },
    );
  }
  return figures;
};
