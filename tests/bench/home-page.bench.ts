import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { launchBrowser } from "#scripts/browser.ts";
import { freePort } from "#scripts/free-port.ts";
import { login, sampleMember } from "#tests/support/members.ts";
import { SCRIPT_BUDGET_BYTES, scriptBytes } from "#tests/support/script-bytes.ts";
import { site } from "#tests/support/site.ts";
import { type Figure, median, spread } from "./figure.ts";

const SCORES = ["performance", "accessibility", "best-practices", "seo"] as const;
/** What is looked at, by whom, and what the performance has to be; all else has to be 100. */
const PAGES = [
  { path: "/", isSignedIn: false, performance: 100 },
  { path: "/rules", isSignedIn: false, performance: 100 },
  { path: "/login", isSignedIn: false, performance: 95 },
  { path: "/shop", isSignedIn: true, performance: 95 },
] as const;
const ROUNDS = 5;
const TRIES = 2 * ROUNDS;

type Round = { scores: Record<(typeof SCORES)[number], number>; shift: number };

/** Text as phones draw it: Linux otherwise rounds the width of each letter, and lines break elsewhere. */
const UNHINTED = "--font-render-hinting=none";

const launch = (port: number) => launchBrowser(`--remote-debugging-port=${port}`, UNHINTED);

/** Bytes of all scripts that opening the page brings, as they come over the wire. */
const bytesOfScripts = async (url: string, port: number) => {
  const browser = await launch(port);
  try {
    const scripts = await scriptBytes(browser, url);
    return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
  } finally {
    await browser.close();
  }
};

/** Signs in whoever opens pages outside of a context, as Lighthouse does. */
const signIn = async (url: string, port: number) => {
  const token = await login(sampleMember("member"));
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  if (page === undefined) throw new Error("The browser has no context of its own.");
  await page.goto(`${url}/healthz`);
  await page.evaluate((value) => localStorage.setItem("authToken", value), token);
  await page.close();
};

const runLighthouse = async (
  url: string,
  { path, isSignedIn }: (typeof PAGES)[number],
  port: number,
): Promise<Round | null> => {
  const browser = await launch(port);
  try {
    if (isSignedIn) await signIn(url, port);
    const result = await lighthouse(url + path, {
      port,
      output: "json",
      logLevel: "error",
      formFactor: "mobile",
      onlyCategories: [...SCORES],
      disableStorageReset: isSignedIn,
    });
    // It happens that Chromium's trace of a load lacks its beginning: no figure, but no bad one.
    if (result === undefined || result.lhr.runtimeError !== undefined) return null;
    const { categories, audits } = result.lhr;
    const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100);
    return {
      scores: {
        performance: score("performance"),
        accessibility: score("accessibility"),
        "best-practices": score("best-practices"),
        seo: score("seo"),
      },
      shift: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
    };
  } finally {
    await browser.close();
  }
};

/** What Lighthouse says of a page of the production site in the sandbox's world, as a phone gets it. */
const measurePage = async (
  url: string,
  page: (typeof PAGES)[number],
  port: number,
): Promise<readonly Figure[]> => {
  const rounds: Round[] = [];
  for (let tries = 0; rounds.length < ROUNDS && tries < TRIES; tries += 1) {
    const round = await runLighthouse(url, page, port);
    if (round !== null) rounds.push(round);
  }
  if (rounds.length < ROUNDS) throw new Error("Lighthouse failed again and again.");
  const shift = median(rounds.map((round) => round.shift));
  return [
    ...SCORES.map((name) => {
      const scores = rounds.map((round) => round.scores[name]);
      const target = name === "performance" ? page.performance : 100;
      return {
        name: `${page.path}: Lighthouse on the phone profile, ${name}`,
        measured: `${median(scores)} (${spread(scores)})`,
        target: `at least ${target}`,
        isMet: median(scores) >= target,
      };
    }),
    {
      name: `${page.path}: layout shift`,
      measured: shift.toFixed(3),
      target: "none",
      isMet: shift < 0.0005,
    },
  ];
};

/** The home page's weight, and what Lighthouse says of the pages that people come to first. */
export const measureHomePage = async (): Promise<readonly Figure[]> => {
  const { url } = await site();
  const port = await freePort();
  const bytes = await bytesOfScripts(url, port);
  const figures: Figure[] = [
    {
      name: "Home page: JavaScript over the wire, brotli",
      measured: `${(bytes / 1000).toFixed(1)} kB`,
      target: `at most ${SCRIPT_BUDGET_BYTES / 1000} kB`,
      isMet: bytes <= SCRIPT_BUDGET_BYTES,
    },
  ];
  // The first round brings the browser and the site into the memory of this machine.
  await runLighthouse(url, PAGES[0], port);
  for (const page of PAGES) figures.push(...(await measurePage(url, page, port)));
  return figures;
};
