import type { IdentityWorld } from "#sandbox/identity/identity.ts";
import type { Outages } from "#sandbox/outages.ts";
import { TEBEX_PATHS, answerProblems } from "./access.ts";
import { createBaskets } from "./baskets.ts";
import { createCheckout } from "./checkout.ts";
import { createControls } from "./controls.ts";
import { type Counter, createCounter } from "./counter.ts";
import { createHeadlessApi } from "./headless-api.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { showPicture } from "./pictures.ts";
import { createSignIn } from "./sign-in.ts";
import { createWebhooks, type Webhooks } from "./webhooks.ts";

export type SandboxTebex = Omit<Counter, "basketOf"> & {
  /** Everything that sites are told, byte by byte, oldest first. */
  events: Webhooks["list"];
  /** While held, sites are told nothing; afterwards at once what they have missed. */
  hold(isHeld: boolean): Promise<void>;
  /** From now on it is that time at Tebex; null for the time that it is. */
  pretend(at: Date | null): void;
};

export type TebexWorld = {
  control: SandboxTebex;
  ledger: Ledger;
  /** Null where the path is not Tebex's. */
  handle(request: Request, path: string): Promise<Response | null>;
  stop(): void;
};

/**
 * Tebex: the Headless API, sign-in, the hosted checkout and signed webhooks. In an outage the
 * checkout still stands, so that a person gets as far as the site's own question; while it is
 * `down`, no webhook is sent either.
 * @param realNow milliseconds since 1970.
 */
export const createTebex = (
  outages: Outages,
  identity: IdentityWorld,
  realNow: () => number = Date.now,
): TebexWorld => {
  let isHeld = false;
  let pretended: Date | null = null;
  const now = () => pretended?.getTime() ?? realNow();
  const ledger = createLedger();
  const webhooks = createWebhooks(() => isHeld || outages.mode("tebex") === "down", now);
  const { basketOf, ...counter } = createCounter(
    ledger,
    (basket, type, subject, about) => webhooks.sendEvent(type, subject, basket.completeUrl, about),
    now,
  );
  const hold = async (held: boolean) => {
    isHeld = held;
    if (!held) await webhooks.flush();
  };
  const api = createHeadlessApi(createBaskets(ledger, now), { basketOf });
  const signIn = createSignIn({ basketOf }, identity);
  const checkout = createCheckout({ basketOf, ...counter });
  const controls = createControls({ ledger, counter: { basketOf, ...counter }, webhooks }, hold);

  const answer = async (request: Request, path: string): Promise<Response> => {
    if (request.method === "GET" && path.startsWith(`${TEBEX_PATHS.pictures}/`))
      return outages.answer("tebex", "picture", request, () => showPicture(path));
    if (request.method === "GET" && path.startsWith(`${TEBEX_PATHS.signIn}/`))
      return signIn(request, path.slice(TEBEX_PATHS.signIn.length + 1));
    return (
      checkout.handle(request, path) ??
      (await controls.handle(request, path.split("/").slice(2))) ??
      Response.json({ message: "The store has nothing there." }, { status: 404 })
    );
  };

  return {
    control: {
      ...counter,
      events: webhooks.list,
      hold,
      pretend: (at) => {
        pretended = at;
      },
    },
    ledger,
    handle: async (request, path) => {
      if (!path.startsWith("/tebex/")) return null;
      if (path === TEBEX_PATHS.api || path.startsWith(`${TEBEX_PATHS.api}/`))
        return outages.answer("tebex", "api", request, () => api.handle(request, path));
      return answerProblems(request, () => answer(request, path));
    },
    stop: webhooks.stop,
  };
};
