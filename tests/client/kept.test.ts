import { expect, jest, test } from "bun:test";
import { setImmediate as turn } from "node:timers/promises";
import { QueryClient } from "@tanstack/react-query";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { eq } from "drizzle-orm";
import { followRights } from "#client/lib/feed/live.ts";
import { keepWhatIsRead } from "#client/lib/kept.ts";
import { createTokenStore } from "#client/lib/session/token-store.ts";
import { seedStatus } from "#client/lib/site.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { openBrowser } from "./session/browser.ts";
import { memoryStorage } from "./session/tokens.ts";

/** Puts these in the place of the browser's own until the test is over. */
const pretend = (owner: object, fakes: Readonly<Record<string, unknown>>) => {
  for (const [name, value] of Object.entries(fakes)) {
    const before = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { value, configurable: true });
    afterThisTest(() => {
      if (before === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, before);
    });
  }
};

/** A browser that keeps what is written into its caches. @returns their contents by name. */
const browserThatKeeps = () => {
  const kept = new Map<string, Map<string, string>>();
  const open = (name: string) => {
    const files = kept.get(name) ?? new Map<string, string>();
    kept.set(name, files);
    return Promise.resolve({
      put: async (address: string, response: Response) =>
        void files.set(address, await response.text()),
      delete: (address: string) => Promise.resolve(files.delete(address)),
      keys: () => Promise.resolve([...files.keys()]),
    });
  };
  pretend(globalThis, {
    caches: { open, delete: (name: string) => Promise.resolve(kept.delete(name)) },
    window: { addEventListener: () => {} },
  });
  return { open, namesOf: (name: string) => [...(kept.get(name)?.keys() ?? [])] };
};

const MEMBER = "lynxden-kept-member";

test("[NAV-16] what the server shows a member no longer is not kept for them", async () => {
  const { client, queryClient, tokens } = await openBrowser();
  const { open, namesOf } = browserThatKeeps();
  keepWhatIsRead(queryClient, tokens);
  const { tickets } = createTRPCQueryUtils({ queryClient, client });
  const cache = await open(MEMBER);
  const ask = () => tickets.byId.fetch({ id: 999 }).catch(() => null);
  await ask();
  const [query] = queryClient.getQueryCache().getAll();
  await cache.put(`/kept/${encodeURIComponent(query?.queryHash ?? "")}`, new Response("{}"));
  await cache.put("/kept/other", new Response("{}"));
  await ask();
  await turn();
  expect(namesOf(MEMBER)).toEqual(["/kept/other"]);
});

test("[NAV-16] nothing is kept of what somebody was shown by a role that is gone", async () => {
  const { app, client, queryClient, member } = await openBrowser();
  const { open, namesOf } = browserThatKeeps();
  const { store } = app.deps;
  const { users } = store.tables;
  followRights(queryClient, client);
  const { accounts } = createTRPCQueryUtils({ queryClient, client });
  const become = async (role: "Admin" | "User") => {
    await store.write((tx) => tx.update(users).set({ role }).where(eq(users.id, member.userId)));
    await accounts.me.fetch(undefined, { staleTime: 0 });
  };
  await become("Admin");
  await (await open(MEMBER)).put("/kept/tickets", new Response("{}"));
  await become("Admin");
  expect(namesOf(MEMBER)).toEqual(["/kept/tickets"]);
  await become("User");
  expect(namesOf(MEMBER)).toEqual([]);
});

test("[NAV-17] the worker of the next build hears what it has to keep as soon as it is there", async () => {
  jest.useFakeTimers();
  afterThisTest(() => void jest.useRealTimers());
  browserThatKeeps();
  const told: unknown[] = [];
  const worker = { postMessage: (message: unknown) => void told.push(message) };
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: worker,
    ready: Promise.resolve({ active: worker }),
  });
  pretend(navigator, { serviceWorker });
  keepWhatIsRead(new QueryClient(), createTokenStore(memoryStorage({ authToken: "token" })));
  const heard = async () => {
    jest.advanceTimersByTime(5000);
    for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
    return told.length;
  };
  expect(await heard()).toBe(1);
  expect(await heard()).toBe(1);
  serviceWorker.dispatchEvent(new Event("controllerchange"));
  expect(await heard()).toBe(2);
  expect(told[1]).toMatchObject({ isMember: true });
});

test("[NAV-16] the status that a page came with is not kept, since nobody knows its age; what was read is", async () => {
  const { client, queryClient, tokens } = await openBrowser();
  const { namesOf } = browserThatKeeps();
  const queries = createTRPCQueryUtils({ queryClient, client });
  jest.useFakeTimers();
  afterThisTest(() => void jest.useRealTimers());
  keepWhatIsRead(queryClient, tokens);
  const games = { "ark-se": 0, "ark-sa": 0, eco: 0, minecraft: 0, empyrion: 0 };
  const summary = { servers: 0, online: 0, players: 0, games };
  seedStatus(queries, { game: "eco", rows: [], summary });
  queries.servers.board.setData({ game: "minecraft" }, []);
  jest.advanceTimersByTime(250);
  jest.useRealTimers();
  for (let turns = 0; turns < 10; turns += 1) await turn();
  const names = namesOf("lynxden-kept-public").map(decodeURIComponent);
  expect(names).toHaveLength(1);
  expect(names[0]).toContain("minecraft");
});
