import { existsSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";

const DOWNLOAD_MS = 5 * 60_000;

const run = async (...command: string[]) => {
  const child = Bun.spawn(command, {
    stdio: ["ignore", "ignore", "ignore"],
    env: {
      ...process.env,
      DEBIAN_FRONTEND: "noninteractive",
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000",
    },
    timeout: DOWNLOAD_MS,
  });
  return (await child.exited) === 0;
};

const playwright = join(import.meta.dir, "../node_modules/@playwright/test/cli.js");

/**
 * The browser for the tests, installed when there is none: Playwright's own, else (as root on
 * Debian and its kin) the distribution's.
 * @returns its path, or null when none can be had.
 */
export const ensureBrowser = async (): Promise<string | null> => {
  const found = findBrowser();
  if (found !== null) return found;
  console.log("No Chrome or Chromium here: asking Playwright for its own …");
  await run(process.execPath, playwright, "install", "chromium");
  if (findBrowser() === null && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Playwright has none to give: installing the distribution's …");
    await run("apt-get", "update");
    const install = (name: string) =>
      run("apt-get", "install", "--yes", "--no-install-recommends", name);
    if (!(await install("chromium-headless-shell"))) await install("chromium");
  }
  return findBrowser();
};
