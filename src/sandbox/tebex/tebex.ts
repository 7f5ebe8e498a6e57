import { fileURLToPath } from "node:url";
import { HIGH, LOW, MIDDLE } from "#sandbox/community.ts";
import { type Colour, encodePng } from "#sandbox/identity/avatar.ts";
import type { IdentityWorld } from "#sandbox/identity/identity.ts";
import type { Outages } from "#sandbox/outages.ts";
import { checkoutPage, tebexPage } from "#sandbox/pages/page.ts";
import { answerProblems, findPackage, pictureOf, Problem, TEBEX_PATHS } from "./catalogue.ts";
import { createControls, createWebhooks, type Webhooks } from "./controls.ts";
import { type Counter, createCounter } from "./counter.ts";
import { createBaskets, createHeadlessApi, createSignIn } from "./headless-api.ts";
import { createLedger, isPaid, type Ledger, totalOf } from "./ledger.ts";

/** The other half of the widget: what Tebex.js speaks with in its window. */
const WIDGET = fileURLToPath(import.meta.resolve("zoid/dist/zoid.min.js"));

const script = () =>
  new Response(Bun.file(WIDGET), {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "max-age=3600" },
  });

/** The hosted checkout: the page in the widget's window or on its own, and what its buttons do. */
const createCheckout = (counter: Counter) => {
  const show = (request: Request, ident: string): Response => {
    const { origin } = new URL(request.url);
    const basket = counter.basketOf(ident);
    return new Response(
      checkoutPage({
        ident,
        lines: basket.lines.map(({ package: one, quantity }) => ({
          name: one.name,
          quantity,
          price: one.price * quantity,
          isMonthly: one.type === "subscription",
          picture: pictureOf(one, origin),
        })),
        total: totalOf(basket.lines),
        buyer: basket.buyer?.name ?? null,
        state: isPaid(basket) ? "paid" : basket.transaction === null ? "open" : "pending",
        completeUrl: basket.completeUrl,
        cancelUrl: basket.cancelUrl,
        hasAutoRedirect: basket.hasAutoRedirect,
      }),
      { headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" } },
    );
  };

  const act = (ident: string, action: string) => {
    if (action === "pay") return counter.pay(ident);
    if (action === "pay-slowly") return counter.pay(ident, true);
    if (action === "decline") return counter.decline(ident);
    throw new Problem(404, "The checkout can pay, pay-slowly and decline.");
  };

  return {
    /**
     * `GET /tebex/zoid.js`, `GET /tebex/checkout/{ident}` and `POST /tebex/checkout/{ident}/{action}`;
     * null where the path is none of them.
     */
    handle: (request: Request, path: string): Response | null => {
      if (path === TEBEX_PATHS.widget) return script();
      if (!path.startsWith(`${TEBEX_PATHS.checkout}/`)) return null;
      const [ident = "", action, ...rest] = path.slice(TEBEX_PATHS.checkout.length + 1).split("/");
      if (rest.length > 0) return null;
      if (action === undefined) {
        if (request.method !== "GET") throw new Problem(405, "GET only.");
        try {
          return show(request, ident);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          return tebexPage("No such basket", "This basket does not exist any more.", 404);
        }
      }
      if (request.method !== "POST") throw new Problem(405, "POST only.");
      const { id, status, reference } = act(ident, action);
      return Response.json({ transactionId: id, status, reference });
    },
  };
};

const EDGE = 240;
const NIGHT: Colour = [0x14, 0x25, 0x1b, 0xff];
const INKS = {
  amber: [
    [0xf5, 0xb8, 0x3d, 0xff],
    [0xb8, 0x80, 0x1e, 0xff],
  ],
  moss: [
    [0x7f, 0xd1, 0x8a, 0xff],
    [0x4a, 0x96, 0x5a, 0xff],
  ],
  ember: [
    [0xff, 0x7a, 0x59, 0xff],
    [0xb8, 0x4a, 0x30, 0xff],
  ],
} as const satisfies Record<string, readonly [Colour, Colour]>;

type Coin = { x: number; y: number; radius: number };

const coin = (x: number, y: number, radius = 44): Coin => ({ x, y, radius });
/** Piles by how much there is in a package. */
const PILES: readonly (readonly Coin[])[] = [
  [coin(120, 120, 62)],
  [coin(84, 136), coin(156, 104)],
  [coin(120, 78), coin(76, 154), coin(164, 154)],
  [coin(120, 62), coin(70, 120), coin(170, 120), coin(96, 182), coin(144, 182)],
];

const LOOKS: Readonly<Record<number, { pile: number; ink: keyof typeof INKS }>> = {
  [LOW.package]: { pile: 0, ink: "amber" },
  [MIDDLE.package]: { pile: 0, ink: "moss" },
  [HIGH.package]: { pile: 0, ink: "ember" },
  6_036_704: { pile: 0, ink: "moss" },
  6_036_711: { pile: 0, ink: "amber" },
  6_036_712: { pile: 1, ink: "amber" },
  6_036_713: { pile: 2, ink: "amber" },
  6_036_714: { pile: 3, ink: "amber" },
  6_036_715: { pile: 2, ink: "ember" },
};

/** How far a point lies out in a hexagon that stands on a corner: 1 is its edge. */
const reach = ({ x, y, radius }: Coin, atX: number, atY: number) => {
  const [dx, dy] = [Math.abs(atX - x) / radius, Math.abs(atY - y) / radius];
  return Math.max(dx / 0.866, dy + dx * 0.577);
};

/** The picture of a package as a PNG; null where there is none. */
const drawPackage = (id: number): Uint8Array<ArrayBuffer> | null => {
  const look = LOOKS[id];
  if (look === undefined) return null;
  const [face, rim] = INKS[look.ink];
  const coins = PILES[look.pile] ?? [];
  return encodePng(EDGE, (x, y) => {
    const least = Math.min(...coins.map((one) => reach(one, x, y)));
    if (least > 1) return NIGHT;
    return least > 0.82 || (least > 0.4 && least < 0.5) ? rim : face;
  });
};

/** A package's picture at its address below `TEBEX_PATHS.pictures`. */
const showPicture = (path: string): Response => {
  const [, digits] = /^\/(\d{1,12})\.png$/u.exec(path.slice(TEBEX_PATHS.pictures.length)) ?? [];
  const found = findPackage(Number(digits));
  const picture = found?.hasPicture === true ? drawPackage(found.id) : null;
  if (picture === null) return new Response("Not Found", { status: 404 });
  return new Response(picture, {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=3600" },
  });
};

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
