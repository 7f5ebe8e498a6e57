import { launchBrowser } from "#scripts/browser.ts";
import { BINARY } from "#scripts/client/places.ts";
import { startSite } from "#scripts/site-process.ts";
import { paletteOf } from "#shared/rules/palette.ts";
import { startTwoSites, type TwoSites } from "#tests/support/two-sites.ts";
import { type Figure, median, spread } from "./figure.ts";

const TARGET_MS = 2000;
const ROUNDS = 5;
const LOOK_MS = 50;

type Part = Record<string, unknown>;

/** Milliseconds until something is so. */
const untilSo = async (sinceMs: number, isSo: () => Promise<boolean>): Promise<number> => {
  while (!(await isSo())) await Bun.sleep(LOOK_MS);
  return performance.now() - sinceMs;
};

const textAt = async (address: string): Promise<string> => (await fetch(address)).text();

/** Every page has the name in its bar, so each is rendered anew. */
const OWN_PAGES = Array.from({ length: 100 }, (_, index) => ({
  key: `page-${index}`,
  title: `Page ${index}`,
  description: "One of many pages.",
  text: "Words that fill a page, as people write them.\n\n".repeat(50),
}));

/** Accents of as many rounds, all of which can be read. */
const ACCENTS = ["#d9a441", "#7fc8ff", "#8fe3a0", "#ffb09a", "#d3bdff", "#f0e442"];

/** What one publication at one instance takes to be seen at the other, in milliseconds. */
const publishOnce = async (
  { west, publish }: TwoSites,
  round: number,
  tab: { seen: (text: string) => Promise<void> },
) => {
  const name = `Den of round ${round}`;
  const accent = ACCENTS[round % ACCENTS.length] ?? "";
  const startedMs = performance.now();
  const { colours } = paletteOf({ accent, background: "#070b09" });
  const seen = tab.seen(name).then(() => performance.now() - startedMs);
  const published = publish({
    brand: (brand) => ({ ...(brand as Part), name, accent }),
  }).then(() => performance.now() - startedMs);
  const [answered, call, theme, page, last, open] = await Promise.all([
    published,
    untilSo(startedMs, async () =>
      (await textAt(`${west}/api/trpc/community.site`)).includes(name),
    ),
    untilSo(startedMs, async () => (await textAt(`${west}/theme.css`)).includes(colours.accent)),
    untilSo(startedMs, async () => (await textAt(`${west}/rules`)).includes(name)),
    untilSo(startedMs, async () => (await textAt(`${west}/page-99`)).includes(name)),
    seen,
  ]);
  return { answered, call, theme, page, last, open };
};

const figure = (what: string, times: readonly number[]): Figure => ({
  name: `Published at one instance: ${what}`,
  measured: `${median(times).toFixed(0)} ms (${spread(times)})`,
  target: `within ${TARGET_MS} ms`,
  isMet: median(times) <= TARGET_MS,
});

/**
 * How long a publication takes from the click at one instance until the other one says it: two instances of
 * the binary on PostgreSQL, with 100 pages of the community's own and a guest's page open at the second.
 */
export const measurePublish = async (): Promise<readonly Figure[]> => {
  const sites = await startTwoSites((env) => startSite({ env, command: [BINARY, "serve"] }));
  if (sites === null)
    return [
      {
        name: "Published at one instance",
        measured: "PostgreSQL is not installed",
        target: `within ${TARGET_MS} ms`,
        isMet: false,
      },
    ];
  const browser = await launchBrowser();
  try {
    await sites.publish({ pages: () => OWN_PAGES });
    await untilSo(0, async () => (await fetch(`${sites.west}/page-99`)).ok);
    const page = await browser.newPage();
    await page.goto(`${sites.west}/rules`);
    // A guest's page joins the feed a moment after it was shown.
    await page.waitForResponse("**/api/feed");
    const tab = {
      seen: async (text: string) => {
        await page.getByText(text).first().waitFor({ state: "attached" });
      },
    };
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      rounds.push(await publishOnce(sites, round, tab));
    // The first round finds programs that have only just started.
    const times = rounds.slice(1);
    return [
      figure(
        "it is answered",
        times.map(({ answered }) => answered),
      ),
      figure(
        "the other's calls and mails say it",
        times.map(({ call }) => call),
      ),
      figure(
        "the other's open tab shows it",
        times.map(({ open }) => open),
      ),
      figure(
        "the other's /theme.css has its colours",
        times.map(({ theme }) => theme),
      ),
      figure(
        "the other's rendered page says it",
        times.map(({ page: rendered }) => rendered),
      ),
      figure(
        "the last of 100 own pages there says it",
        times.map(({ last }) => last),
      ),
    ];
  } finally {
    await browser.close();
    await sites.stop();
  }
};

if (import.meta.main) console.table(await measurePublish());
