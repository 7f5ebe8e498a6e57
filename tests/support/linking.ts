import { startSandbox } from "#sandbox/sandbox.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { testApp } from "./app.ts";
import { afterThisTest } from "./cleanup.ts";
import { passDeadlines } from "./deadlines.ts";
import { consent } from "./discord.ts";
import { httpClient } from "./http-client.ts";
import { SITE } from "./identity.ts";
import { signedIn } from "./sign-in.ts";

/** What the page that ends a window tells its opener. */
export const messageOf = async (response: Response): Promise<Record<string, string>> => {
  const body = await response.clone().text();
  return JSON.parse(/id="message">(.*?)<\/script>/s.exec(body)?.[1] ?? "null") as never;
};

/** The site and everybody who proves accounts; members come with a browser of their own. */
export const linkingWorld = async (
  overridesFor: (
    env: Readonly<Record<string, string>>,
  ) => Promise<NonNullable<Parameters<typeof testApp>[0]>["overrides"]> = async () => ({}),
) => {
  const sandbox = await startSandbox();
  sandbox.outages.onDawdle(passDeadlines);
  afterThisTest(() => sandbox.stop());
  const env = { ...sandbox.environment, PUBLIC_URL: SITE };
  const app = await testApp({ env, overrides: await overridesFor(env) });
  // Steam says in its answers what time it is.
  app.clock.set(new Date());
  const member = async () => {
    const { userId, token } = await signedIn(app);
    const who = httpClient(app);
    who.token = token;
    /** Goes to the provider, and comes back with its answer. */
    const answerOf = async (platform: Platform, persona: string, purpose = "link") => {
      const started = await who.ask("GET", `/auth/${platform}/start?purpose=${purpose}`);
      return consent(started.headers.get("location") ?? "", persona);
    };
    const finish = (platform: Platform, answer: URLSearchParams) =>
      who.ask("GET", `/auth/${platform}/callback?${answer}`);
    const prove = async (platform: Platform, persona: string, purpose = "link") =>
      finish(platform, await answerOf(platform, persona, purpose));
    return Object.assign(who, { userId, answerOf, finish, prove });
  };
  return { app, sandbox, member };
};
