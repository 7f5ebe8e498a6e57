import { type TestApp, testApp } from "./app.ts";
import { bridgeCaller, bridgedDen } from "./bridge.ts";
import { type HttpClient, httpClient } from "./http-client.ts";
import { person, type TestPerson } from "./people.ts";
import { signedIn } from "./sign-in.ts";
import { openForTest, testDatabase } from "./store.ts";

/**
 * Two instances of the site on one database, by one clock, with routes of their own: `east` has made
 * the members, and the plugin calls either.
 */
export const twoInstances = async (env: Readonly<Record<string, string>> = {}) => {
  const database = await testDatabase();
  const world = await bridgedDen({ env, overrides: { store: await openForTest(database) } });
  const { app: east, clock } = world;
  const west: TestApp = await testApp({
    env,
    overrides: { store: await openForTest(database), clock },
  });
  const instances = [east, west] as const;

  /** A member, or who `given` describes, with a browser at each instance: first east's, then west's. */
  const atBoth = async (given: Parameters<typeof person>[1] = {}) => {
    const there = await person(east, given);
    return [there, await person(west, there.id)] as const satisfies readonly TestPerson[];
  };

  /** One browser of a new member, whose requests a balancer sends here and there. */
  const roaming = async () => {
    const { userId, token } = await signedIn({ deps: east.deps });
    const cookies = new Map<string, string>();
    const browserAt = (app: TestApp): HttpClient => {
      const browser = httpClient(app, "203.0.113.7", cookies);
      browser.token = token;
      return browser;
    };
    return { userId, east: browserAt(east), west: browserAt(west) };
  };

  return {
    ...world,
    east,
    west,
    instances,
    atBoth,
    roaming,
    /** The plugin's calls, at east and at west. */
    calls: [bridgeCaller(east, world.plugin.key), bridgeCaller(west, world.plugin.key)] as const,
  };
};
