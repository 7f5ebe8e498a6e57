import { z } from "zod";

/** The first half of an answer; then the connection is cut. */
export const cutShort = async (whole: Response): Promise<Response> => {
  const bytes = await whole.bytes();
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(half),
    // No error: it would be printed.
    pull: (controller) => controller.error(),
  });
  return new Response(body, { status: whole.status, headers: whole.headers });
};

/** What can be made to misbehave, and the questions that can be singled out. */
const HOPS = {
  discord: ["token", "profile", "picture"],
  steam: ["confirmation", "profile", "picture"],
  epic: ["token", "profile", "matchmaking-token", "matchmaking-sessions"],
  microsoft: ["token", "xbox", "xsts", "login", "profile", "picture"],
  tebex: ["api", "picture"],
  smtp: ["mail"],
  s3: ["files"],
} as const;
export type OutageProvider = keyof typeof HOPS;
/** One question of those that a provider is asked. */
export type Hop<P extends OutageProvider = OutageProvider> = (typeof HOPS)[P][number];
const PROVIDERS = Object.keys(HOPS) as OutageProvider[];

/** Services of their own: they are well in an outage that does not name them. */
const APART: ReadonlySet<Hop> = new Set<Hop>([
  "picture",
  "matchmaking-token",
  "matchmaking-sessions",
]);

/**
 * `up` as it should be, `down` refuses, `slow` answers later than anyone waits, `garbage` talks
 * nonsense, `truncated` hangs up in the middle, `wrong-type` sends a page instead of data, `redirect`
 * leads to another host.
 */
export const OUTAGE_MODES = [
  "up",
  "down",
  "slow",
  "garbage",
  "truncated",
  "wrong-type",
  "redirect",
] as const;
export type OutageMode = (typeof OUTAGE_MODES)[number];

/** Longer than any deadline of the site. */
const SLOW_MS = 20_000;
/** Where a redirect leads, on the other name of this machine: nobody may follow. */
const ASTRAY = "/astray";

const providerName = z.enum(PROVIDERS);
const change = z.strictObject({ mode: z.enum(OUTAGE_MODES), hop: z.string().optional() });

const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message }, { status, headers });

const leadAstray = (request: Request): Response => {
  const address = new URL(ASTRAY, request.url);
  address.hostname = address.hostname === "localhost" ? "127.0.0.1" : "localhost";
  // The one kind with which whoever follows sends everything a second time.
  return new Response(null, { status: 307, headers: { location: address.href } });
};

export type Outages = {
  /** How it behaves; `hop` where it is asked something that can be singled out. */
  mode<P extends OutageProvider>(provider: P, hop?: Hop<P>): OutageMode;
  /** @param hop this question alone; without it all of them, but for services of their own. */
  set<P extends OutageProvider>(provider: P, mode: OutageMode, hop?: Hop<P>): void;
  /** Every provider with its mode. */
  list(): Readonly<Record<OutageProvider, OutageMode>>;
  /** Waits as long as a slow provider lets wait; does not keep the process alive. */
  dawdle(signal?: AbortSignal): Promise<void>;
  /** Calls back whenever a slow provider begins to let somebody wait. */
  onDawdle(listener: () => void): void;
  /** Answers as a provider over HTTP does in its present mode; `work` is what it does when it is well. */
  answer<P extends OutageProvider>(
    provider: P,
    hop: Hop<P>,
    request: Request,
    work: () => Response | Promise<Response>,
  ): Promise<Response>;
  /** How many requests went where a redirect led. */
  astray(): number;
  /** Takes those in; null for all others. */
  catchAstray(path: string): Response | null;
  /** `GET /outage` and `POST /outage/{provider}`; `rest` is the path's parts after `/outage`. */
  handle(request: Request, rest: readonly string[]): Promise<Response>;
};

/**
 * The switch that makes providers misbehave.
 * @param slowMs how long a slow provider takes, in milliseconds.
 */
export const createOutages = (slowMs: number = SLOW_MS): Outages => {
  type Outage = { mode: OutageMode; hop: Hop | undefined };
  const well: Outage = { mode: "up", hop: undefined };
  const outages = new Map<OutageProvider, Outage>();
  const outageOf = (provider: OutageProvider) => outages.get(provider) ?? well;
  const listeners: (() => void)[] = [];
  let astray = 0;

  const dawdle = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, slowMs).unref();
      signal?.addEventListener("abort", () => resolve(), { once: true });
      for (const listener of listeners) listener();
    });

  const modeOf = (provider: OutageProvider, asked?: Hop): OutageMode => {
    const { mode, hop } = outageOf(provider);
    if (asked === undefined || hop === asked) return mode;
    return hop === undefined && !APART.has(asked) ? mode : "up";
  };

  const list = () =>
    Object.fromEntries(PROVIDERS.map((provider) => [provider, outageOf(provider).mode])) as Record<
      OutageProvider,
      OutageMode
    >;

  const setMode = async (request: Request, name: string) => {
    const provider = providerName.safeParse(name);
    if (!provider.success)
      return refuse(404, `There is no such provider. POST /outage/{${PROVIDERS.join(",")}}.`);
    const parsed = change.safeParse(await request.json().catch(() => null));
    if (!parsed.success) return refuse(400, `Give {"mode": "${OUTAGE_MODES.join('" | "')}"}.`);
    const { mode, hop } = parsed.data;
    const hops: readonly Hop[] = HOPS[provider.data];
    const single = hops.find((known) => known === hop);
    if (hop !== undefined && single === undefined)
      return refuse(400, `Of ${provider.data} there is {"hop": "${hops.join('" | "')}"}.`);
    outages.set(provider.data, { mode, hop: single });
    return Response.json({ provider: provider.data, mode, ...(hop !== undefined && { hop }) });
  };

  return {
    mode: modeOf,
    set: (provider, mode, hop) => {
      outages.set(provider, { mode, hop });
    },
    list,
    dawdle,
    onDawdle: (listener) => void listeners.push(listener),
    answer: async (provider, hop, request, work) => {
      const mode = modeOf(provider, hop);
      if (mode === "down") return new Response("upstream connect error", { status: 503 });
      if (mode === "garbage")
        return new Response('{"id": 4, "access_token": [<!doctype html>', {
          headers: { "content-type": "application/json" },
        });
      if (mode === "wrong-type")
        return new Response("<!doctype html><title>Welcome</title><p>It works!</p>", {
          headers: { "content-type": "text/html; charset=utf-8" },
        });
      if (mode === "redirect") return leadAstray(request);
      if (mode === "truncated") return await cutShort(await work());
      if (mode === "slow") await dawdle(request.signal);
      return work();
    },
    astray: () => astray,
    catchAstray: (path) => {
      if (path !== ASTRAY) return null;
      astray += 1;
      return Response.json({ message: "Nobody should be here." });
    },
    handle: async (request, [name, ...more]) => {
      if (name === undefined)
        return request.method === "GET"
          ? Response.json(list())
          : refuse(405, "GET only.", { allow: "GET" });
      if (more.length > 0) return refuse(404, "The sandbox has nothing there.");
      return request.method === "POST"
        ? setMode(request, name)
        : refuse(405, "POST only.", { allow: "POST" });
    },
  };
};
