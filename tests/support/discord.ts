import { startSandbox, type Sandbox } from "#sandbox/sandbox.ts";
import { type DiscordConfig, loadConfig } from "#server/config/config.ts";
import { afterThisTest } from "./cleanup.ts";
import { passDeadlines } from "./deadlines.ts";

export const CALLBACK = "http://localhost:3000/auth/discord/callback";

/** The imitated world until the test ends, and what the site is told of its Discord. */
export const discordWorld = async (): Promise<{ sandbox: Sandbox; discord: DiscordConfig }> => {
  const sandbox = await startSandbox();
  sandbox.outages.onDawdle(passDeadlines);
  afterThisTest(() => sandbox.stop());
  const { discord } = await loadConfig(sandbox.environment);
  if (discord === null) throw new Error("The sandbox's environment configures no Discord.");
  return { sandbox, discord };
};

/**
 * A person at the consent page who decides at once.
 * @returns the query with which the browser comes back.
 * @throws where the page sends nobody back.
 */
export const consent = async (address: string, persona: string): Promise<URLSearchParams> => {
  const url = new URL(address);
  url.searchParams.set("persona", persona);
  const response = await fetch(url, { redirect: "manual" });
  const location = response.headers.get("location");
  if (location === null) throw new Error(`Nobody was sent back: ${response.status}`);
  return new URL(location).searchParams;
};
