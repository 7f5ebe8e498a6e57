import { describe, expect, test } from "bun:test";

const SOURCE = await Bun.file(
  new URL("../../src/client/service-worker.js", import.meta.url),
).text();
const ORIGIN = "https://den.example";

type Kept = Map<string, Map<string, string>>;
type Event = {
  request: { url: string; method: string; mode: string };
  respondWith: (response: Promise<Response>) => void;
  waitUntil: (work: Promise<unknown>) => void;
};

const pathOf = (address: string | { url: string }) =>
  new URL(typeof address === "string" ? address : address.url, ORIGIN).pathname;

/** The browser's caches, oldest first, over what `kept` holds. @param isFull nothing more is written. */
const cachesOver = (kept: Kept, isFull: () => boolean) => {
  const match = (address: string | { url: string }, cacheName?: string) => {
    const found = [...kept]
      .filter(([name]) => cacheName === undefined || name === cacheName)
      .map(([, files]) => files.get(pathOf(address)))
      .find((text) => text !== undefined);
    return Promise.resolve(found === undefined ? undefined : new Response(found));
  };
  return {
    keys: () => Promise.resolve([...kept.keys()]),
    match: (address: string, options?: { cacheName?: string }) =>
      match(address, options?.cacheName),
    open: (name: string) => {
      if (!kept.has(name)) kept.set(name, new Map());
      return Promise.resolve({
        match: (address: string) => match(address, name),
        put: async (address: string, response: Response) => {
          if (isFull()) throw new DOMException("Quota exceeded.", "QuotaExceededError");
          kept.get(name)?.set(pathOf(address), await response.text());
        },
      });
    },
  };
};

/** The worker of a build, over what its browser has kept of this and others. */
const workerOf = (build: string, builds: Readonly<Record<string, Record<string, string>>> = {}) => {
  const kept: Kept = new Map(
    Object.entries(builds).map(([name, files]) => [
      `lynxden-build-${name}`,
      new Map(Object.entries(files)),
    ]),
  );
  const network = { answer: (path: string) => new Response(`${path} of the network`) };
  const state = { isFull: false };
  let listen: ((event: Event) => void) | undefined;
  const scope: Record<string, unknown> = {
    BUILD: build,
    SCRIPTS: [],
    addEventListener: (type: string, listener: (event: Event) => void) => {
      if (type === "fetch") listen = listener;
    },
    caches: cachesOver(kept, () => state.isFull),
    fetch: async (request: { url: string }) => network.answer(pathOf(request)),
    location: { origin: ORIGIN },
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- it is no module: a browser runs it as it is
  new Function(...Object.keys(scope), SOURCE)(...Object.values(scope));
  /** @returns what the page is given; undefined where the browser goes on by itself. */
  const ask = async (path: string, mode = "no-cors") => {
    let answer: Promise<Response> | undefined;
    const works: Promise<unknown>[] = [];
    listen?.({
      request: { url: ORIGIN + path, method: "GET", mode },
      respondWith: (response) => void (answer = response),
      waitUntil: (work) => void works.push(work),
    });
    const text = await (await answer)?.text();
    await Promise.all(works);
    return text;
  };
  return {
    ask,
    open: (path: string) => ask(path, "navigate"),
    goOffline: () => {
      network.answer = () => {
        throw new TypeError("Failed to fetch");
      };
    },
    fill: () => void (state.isFull = true),
    keptOf: (name: string) => [...(kept.get(`lynxden-build-${name}`)?.keys() ?? [])],
  };
};

const shellOf = (build: string) =>
  `<html lang="en"><script data-main="/assets/start-${build}.js"></script>`;
const wholeOf = (build: string) => ({
  "/app-shell": shellOf(build),
  [`/assets/start-${build}.js`]: "",
});

describe("[NAV-16] the service worker", () => {
  test("opens the application of its own build, not of the one before", async () => {
    const worker = workerOf("b", { a: wholeOf("a"), b: wholeOf("b") });
    worker.goOffline();
    expect(await worker.open("/member/tickets")).toContain("start-b");
  });

  test("opens that of the build before until its own is kept whole", async () => {
    const worker = workerOf("b", { a: wholeOf("a"), b: { "/app-shell": shellOf("b") } });
    worker.goOffline();
    expect(await worker.open("/member/tickets")).toContain("start-a");
  });

  test("keeps pages as they were last seen, and says so", async () => {
    const worker = workerOf("b");
    await worker.open("/servers/ark-se-ragnarok");
    await worker.open("/member/tickets");
    await worker.open("/?status=eco");
    expect(worker.keptOf("b")).toEqual(["/servers/ark-se-ragnarok"]);
  });

  test("gives what the network gives where nothing more can be kept", async () => {
    const worker = workerOf("b", { b: wholeOf("b") });
    worker.fill();
    expect(await worker.open("/")).toBe("/ of the network");
    expect(await worker.ask("/assets/new-1.js")).toBe("/assets/new-1.js of the network");
  });

  test("takes scripts from any build, and what has the same address in each from its own", async () => {
    const worker = workerOf("b", { a: { "/assets/x-1.js": "kept", "/art/eco.svg": "old" }, b: {} });
    expect(await worker.ask("/assets/x-1.js")).toBe("kept");
    expect(await worker.ask("/art/eco.svg")).toBe("/art/eco.svg of the network");
  });

  test("leaves alone what is no screen and no file of a build", async () => {
    const worker = workerOf("b");
    for (const path of ["/api/docs", "/auth/steam/callback", "/pictures/a.webp", "/news.atom"])
      expect(await worker.open(path)).toBeUndefined();
    // The last is of the community's file, which changes without a build.
    for (const path of ["/api/feed", "/sw.js", "/pictures/a.webp", "/manifest.webmanifest"])
      expect(await worker.ask(path)).toBeUndefined();
  });
});
