import { z } from "zod";

/** What can be made to misbehave. */
const PROVIDERS = ["discord", "steam", "epic", "microsoft", "tebex", "smtp"] as const;
export type OutageProvider = (typeof PROVIDERS)[number];

/** `up` as it should be, `down` refuses, `slow` answers later than anyone waits, `garbage` talks nonsense. */
export const OUTAGE_MODES = ["up", "down", "slow", "garbage"] as const;
export type OutageMode = (typeof OUTAGE_MODES)[number];

/** Longer than any deadline of the site. */
const SLOW_MS = 20_000;

const providerName = z.enum(PROVIDERS);
const change = z.strictObject({ mode: z.enum(OUTAGE_MODES) });

const refuse = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json({ message }, { status, headers });

export type Outages = {
  mode(provider: OutageProvider): OutageMode;
  set(provider: OutageProvider, mode: OutageMode): void;
  /** Every provider with its mode. */
  list(): Readonly<Record<OutageProvider, OutageMode>>;
  /** Waits as long as a slow provider lets wait; does not keep the process alive. */
  dawdle(signal?: AbortSignal): Promise<void>;
  /** Answers as a provider over HTTP does in its present mode; `work` is what it does when it is well. */
  answer(
    provider: OutageProvider,
    request: Request,
    work: () => Response | Promise<Response>,
  ): Promise<Response>;
  /** `GET /outage` and `POST /outage/{provider}`; `rest` is the path's parts after `/outage`. */
  handle(request: Request, rest: readonly string[]): Promise<Response>;
};

/**
 * The switch that makes providers misbehave.
 * @param slowMs how long a slow provider takes, in milliseconds.
 */
export const createOutages = (slowMs: number = SLOW_MS): Outages => {
  const modes: Record<OutageProvider, OutageMode> = {
    discord: "up",
    steam: "up",
    epic: "up",
    microsoft: "up",
    tebex: "up",
    smtp: "up",
  };

  const dawdle = (signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, slowMs).unref();
      signal?.addEventListener("abort", () => resolve(), { once: true });
    });

  const setMode = async (request: Request, name: string) => {
    const provider = providerName.safeParse(name);
    if (!provider.success)
      return refuse(404, `There is no such provider. POST /outage/{${PROVIDERS.join(",")}}.`);
    const parsed = change.safeParse(await request.json().catch(() => null));
    if (!parsed.success) return refuse(400, `Give {"mode": "${OUTAGE_MODES.join('" | "')}"}.`);
    modes[provider.data] = parsed.data.mode;
    return Response.json({ provider: provider.data, mode: parsed.data.mode });
  };

  return {
    mode: (provider) => modes[provider],
    set: (provider, mode) => {
      modes[provider] = mode;
    },
    list: () => ({ ...modes }),
    dawdle,
    answer: async (provider, request, work) => {
      const mode = modes[provider];
      if (mode === "down") return new Response("upstream connect error", { status: 503 });
      if (mode === "garbage")
        return new Response('{"id": 4, "access_token": [<!doctype html>', {
          headers: { "content-type": "application/json" },
        });
      if (mode === "slow") await dawdle(request.signal);
      return work();
    },
    handle: async (request, [name, ...more]) => {
      if (name === undefined)
        return request.method === "GET"
          ? Response.json(modes)
          : refuse(405, "GET only.", { allow: "GET" });
      if (more.length > 0) return refuse(404, "The sandbox has nothing there.");
      return request.method === "POST"
        ? setMode(request, name)
        : refuse(405, "POST only.", { allow: "POST" });
    },
  };
};
