import { afterThisTest } from "./cleanup.ts";

export type Balancer = {
  /** Without a trailing slash. */
  url: string;
  /** Resolves when it sends requests to exactly so many instances. */
  until: (ready: number) => Promise<void>;
};

const LOOK_MS = 50;
/** As many looks in a row take an instance out, or in. */
const LOOKS = 2;

/**
 * A balancer as many run one: it asks each instance for `/readyz`, sends requests to those that are
 * ready in turn, and tries none a second time. What could not be delivered is a 502.
 */
export const balancer = (instances: readonly string[]): Balancer => {
  const looks = new Map(instances.map((url) => [url, { isReady: false, inARow: 0 }]));
  const look = async (url: string) => {
    // One that takes its time, on a busy machine, stays what it is.
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    const known = looks.get(url);
    if (known === undefined) return;
    known.inARow = known.isReady === isReady ? 0 : known.inARow + 1;
    if (known.inARow < LOOKS) return;
    Object.assign(known, { isReady, inARow: 0 });
  };
  const over = new AbortController();
  const watch = async (url: string) => {
    while (!over.signal.aborted) {
      await look(url);
      await Bun.sleep(LOOK_MS);
    }
  };
  for (const url of instances) void watch(url);

  const ready = () => instances.filter((url) => looks.get(url)?.isReady === true);
  let turn = 0;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const list = ready();
      const target = list[(turn += 1) % Math.max(1, list.length)];
      if (target === undefined) return new Response("No instance is ready.", { status: 502 });
      const { pathname, search } = new URL(request.url);
      try {
        const { method, headers } = request;
        const body = method === "GET" || method === "HEAD" ? null : await request.bytes();
        return await fetch(target + pathname + search, {
          method,
          headers,
          body,
          redirect: "manual",
          // Bytes go on as they came.
          decompress: false,
        });
      } catch (error) {
        return new Response(String(error), { status: 502 });
      }
    },
  });
  afterThisTest(() => {
    over.abort();
    return server.stop(true);
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    until: async (count) => {
      while (ready().length !== count) await Bun.sleep(LOOK_MS);
    },
  };
};
