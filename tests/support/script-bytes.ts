import { type Browser, devices, type Request } from "@playwright/test";

/** What opening the home page may bring a guest on a phone, see docs/decisions/script-budget.md. */
export const SCRIPT_BUDGET_BYTES = 120_000;

/** What a page loads late has come by then. */
const QUIET_MS = 3000;

/**
 * Bytes over the wire of each script that opening the page brings a guest on a phone, by address. Where
 * the service worker has answered, its own request says how many came; what it keeps for later, and is
 * no script of the page, is left out.
 */
export const scriptBytes = async (
  browser: Browser,
  url: string,
): Promise<ReadonlyMap<string, number>> => {
  const context = await browser.newContext(devices["Pixel 7"]);
  const scripts = new Set<string>();
  const came = new Map<string, number>();
  const counted: Promise<void>[] = [];
  const onFinished = (request: Request) => {
    const address = request.url();
    if (request.serviceWorker() === null && request.resourceType() === "script")
      scripts.add(address);
    const count = async () => {
      const { responseBodySize } = await request.sizes();
      came.set(address, Math.max(responseBodySize, came.get(address) ?? 0));
    };
    counted.push(count());
  };
  context.on("requestfinished", onFinished);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "load" });
  await Bun.sleep(QUIET_MS);
  // What the service worker fetches later could not be asked any more once the context closes.
  context.off("requestfinished", onFinished);
  await Promise.all(counted);
  await context.close();
  return new Map([...scripts].map((address) => [address, came.get(address) ?? Number.NaN]));
};
