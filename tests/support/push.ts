import { asc } from "drizzle-orm";
import { createPushService, type PushBrowser } from "#sandbox/push/push.ts";
import { pushPayload } from "#shared/schemas/preferences.ts";
import { afterThisTest } from "./cleanup.ts";
import { noticeWorld } from "./notices.ts";
import type { person } from "./people.ts";

type Person = Awaited<ReturnType<typeof person>>;

/** The imitated push service, on a port of its own. */
const pushService = () => {
  const service = createPushService();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) =>
      service.handle(request, new URL(request.url).pathname.slice("/push/".length).split("/")),
  });
  afterThisTest(() => server.stop(true));
  const host = `127.0.0.1:${server.port}`;
  return { ...service, host, browser: () => service.subscribe(host) };
};

export const idOf = ({ endpoint }: PushBrowser): string => endpoint.split("/").at(-1) ?? "";

/** The world of notices, with a push service that it knows. */
export const pushWorld = async (
  env: Readonly<Record<string, string>> = {},
  adjust?: Parameters<typeof noticeWorld>[1],
) => {
  const service = pushService();
  const world = await noticeWorld({ PUSH_HOSTS: service.host, ...env }, adjust);
  const { app, store, run } = world;
  const { pushSubscriptions, pushNotices } = store.tables;
  return {
    ...world,
    service,
    /** Adds a browser of somebody. */
    add: async (who: Person) => {
      const browser = service.browser();
      const { id } = await who.push.subscribe.mutate(browser);
      return { ...browser, id };
    },
    /** Lets a time pass, and pushes what is due. */
    pushAfter: async (ms = 0) => {
      app.clock.advance(ms);
      await run("deliver-push");
    },
    /** What arrived at a browser, the oldest first. */
    arrivedAt: (browser: PushBrowser) =>
      service
        .arrived()
        .filter(({ id }) => id === idOf(browser))
        .map(({ text }) => pushPayload.parse(JSON.parse(text)))
        .toReversed(),
    waiting: () => store.read.select().from(pushNotices).orderBy(asc(pushNotices.id)),
    subscriptions: () =>
      store.read.select().from(pushSubscriptions).orderBy(asc(pushSubscriptions.id)),
  };
};
