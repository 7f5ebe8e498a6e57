import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import { Problem, TEBEX_ACCESS } from "./catalogue.ts";
import type { Counter } from "./counter.ts";
import {
  basketWire,
  DISPUTE_STATES,
  type EventType,
  type Ledger,
  moment,
  paymentSubject,
  recurringSubject,
} from "./ledger.ts";

/** An event, byte by byte as it is sent. */
type SentEvent = {
  id: string;
  type: EventType;
  /** What it is about; null for none. */
  transactionId: string | null;
  reference: string | null;
  /** Where it goes. */
  address: string;
  body: string;
  /** For `X-Signature`. */
  signature: string;
  attempts: number;
  /** What the site answered last; null where it did not, or was not asked. */
  status: number | null;
};

/** From a failed attempt to the next, in milliseconds; the last of them from then on. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 16_000, 30_000] as const;
const TIMEOUT_MS = 10_000;
const WEBHOOK_PATH = "/api/tebex/webhook";

/** Tebex's signature: an HMAC over the hash of the raw bytes [PAY-01]. */
export const signEvent = (body: string | Uint8Array, secret: string): string => {
  const digest = createHash("sha256").update(body).digest("hex");
  return createHmac("sha256", secret).update(digest).digest("hex");
};

const isTaken = ({ status }: SentEvent) => status !== null && status >= 200 && status < 300;

/**
 * Tells sites what happens at Tebex, again and again until they have taken it.
 * @param isHeldBack while true nothing is sent; what waits goes when it is tried again.
 * @param now milliseconds since 1970.
 */
export const createWebhooks = (isHeldBack: () => boolean, now: () => number) => {
  const events: SentEvent[] = [];
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const underWay = new Map<string, Promise<void>>();
  const ended = new AbortController();

  const post = async (event: SentEvent): Promise<void> => {
    event.attempts += 1;
    const response = await fetch(event.address, {
      method: "POST",
      headers: { "content-type": "application/json", "x-signature": event.signature },
      body: event.body,
      redirect: "manual",
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).catch(() => null);
    // Nobody reads it, and it may be cut off by the end of the sandbox.
    await response?.body?.cancel().catch(() => {});
    event.status = response?.status ?? null;
  };

  const later = (event: SentEvent) => {
    if (ended.signal.aborted) return;
    clearTimeout(waiting.get(event.id));
    const index = Math.min(Math.max(event.attempts - 1, 0), RETRY_MS.length - 1);
    const timer = setTimeout(() => void deliver(event), RETRY_MS[index]);
    timer.unref();
    waiting.set(event.id, timer);
  };

  const attempt = async (event: SentEvent): Promise<void> => {
    clearTimeout(waiting.get(event.id));
    waiting.delete(event.id);
    if (isTaken(event)) return;
    if (!isHeldBack()) await post(event);
    if (!isTaken(event)) later(event);
  };

  /** One attempt at a time: whoever asks for another meanwhile waits for the one under way. */
  const deliver = (event: SentEvent): Promise<void> => {
    const present = underWay.get(event.id);
    if (present !== undefined) return present;
    const begun = attempt(event).finally(() => underWay.delete(event.id));
    underWay.set(event.id, begun);
    return begun;
  };

  const make = (type: EventType, subject: unknown, completeUrl: string): SentEvent => {
    const id = crypto.randomUUID();
    const body = JSON.stringify({ id, type, date: moment(new Date(now())), subject });
    return {
      id,
      type,
      transactionId: null,
      reference: null,
      address: `${new URL(completeUrl).origin}${WEBHOOK_PATH}`,
      body,
      signature: signEvent(body, TEBEX_ACCESS.webhookSecret),
      attempts: 0,
      status: null,
    };
  };

  return {
    /** Everything that was ever told, oldest first. */
    list: (): readonly Readonly<SentEvent>[] => events,
    /** @param completeUrl a page of the site that is told. */
    sendEvent: (
      type: EventType,
      subject: unknown,
      completeUrl: string,
      about: Pick<SentEvent, "transactionId" | "reference">,
    ): void => {
      const event = { ...make(type, subject, completeUrl), ...about };
      events.push(event);
      void deliver(event);
    },
    /** Asks a site whether it listens there. @returns whether it answered as it should. */
    validate: async (siteUrl: string): Promise<{ id: string; status: number; answer: string }> => {
      const event = make("validation.webhook", {}, siteUrl);
      const response = await fetch(event.address, {
        method: "POST",
        headers: { "content-type": "application/json", "x-signature": event.signature },
        body: event.body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { id: event.id, status: response.status, answer: await response.text() };
    },
    /** Sends events once more, taken or not, just as they were. @returns them with the site's answers. */
    replay: async (isMeant: (event: SentEvent) => boolean): Promise<readonly SentEvent[]> => {
      const meant = events.filter(isMeant);
      for (const event of meant) await post(event);
      return meant;
    },
    /** Sends at once what sites have not taken yet. */
    flush: async (): Promise<void> => {
      await Promise.all(events.filter((event) => !isTaken(event)).map(deliver));
    },
    stop: (): void => {
      ended.abort();
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
};
export type Webhooks = ReturnType<typeof createWebhooks>;

const dispute = z.strictObject({ state: z.enum(DISPUTE_STATES) });
const cancellation = z.strictObject({ isAborted: z.boolean().default(false) });
const coupon = z.strictObject({ percent: z.int().min(1).max(100) });
const sending = z.strictObject({ mode: z.enum(["send", "hold"]) });
const site = z.strictObject({ url: z.url({ protocol: /^https?$/u }) });

/** @param fallback what no body means; none: a body is needed. */
const read = async <T>(request: Request, schema: z.ZodType<T>, fallback?: unknown): Promise<T> => {
  const text = await request.text();
  let given: unknown = fallback;
  try {
    if (text !== "") given = JSON.parse(text);
  } catch {
    throw new Problem(400, "The body must be JSON.");
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Problem(
    400,
    parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "),
  );
};

const eventJson = ({ id, type, transactionId, reference, attempts, status }: SentEvent) => ({
  id,
  type,
  transactionId,
  reference,
  attempts,
  status,
});

/** What a person or a test makes Tebex do, besides the checkout. */
export const createControls = (
  { ledger, counter, webhooks }: { ledger: Ledger; counter: Counter; webhooks: Webhooks },
  hold: (isHeld: boolean) => Promise<void>,
) => {
  /** Everything in the books, oldest first. */
  const orders = (origin: string) => ({
    baskets: [...ledger.baskets.values()].map((basket) =>
      Object.assign(basketWire(basket, origin), {
        created_at: moment(basket.createdAt),
        transaction_id: basket.transaction?.id ?? null,
      }),
    ),
    transactions: [...ledger.transactions.values()].map((one) =>
      Object.assign(paymentSubject(one), { basket: one.basket.ident }),
    ),
    subscriptions: [...ledger.subscriptions.values()].map(recurringSubject),
    events: webhooks.list().map(eventJson),
  });

  const replay = async (transactionId: string): Promise<Response> => {
    const sent = await webhooks.replay((event) => event.transactionId === transactionId);
    if (sent.length === 0) throw new Problem(404, "No event is about such a transaction.");
    return Response.json(sent.map(eventJson));
  };

  const validate = async (request: Request): Promise<Response> => {
    const { url } = await read(request, site);
    try {
      return Response.json(await webhooks.validate(url));
    } catch (error) {
      throw new Problem(502, `The site cannot be reached: ${String(error)}`);
    }
  };

  const send = async (request: Request): Promise<Response> => {
    const { mode } = await read(request, sending);
    await hold(mode === "hold");
    return Response.json({ mode });
  };

  /** By the first part of the path: takes the second. */
  const acts: Readonly<Record<string, (request: Request, name: string) => Promise<Response>>> = {
    refund: async (_, id) => Response.json(paymentSubject(counter.refund(id))),
    dispute: async (request, id) =>
      Response.json(paymentSubject(counter.dispute(id, (await read(request, dispute)).state))),
    renew: async (_, reference) => Response.json(paymentSubject(counter.renew(reference))),
    cancel: async (request, reference) => {
      const { isAborted } = await read(request, cancellation, {});
      return Response.json(recurringSubject(counter.cancel(reference, isAborted)));
    },
    end: async (_, reference) => Response.json(recurringSubject(counter.end(reference))),
    discount: async (request, ident) =>
      Response.json(
        basketWire(
          counter.discount(ident, (await read(request, coupon)).percent),
          new URL(request.url).origin,
        ),
      ),
    "pay-again": async (_, ident) => Response.json(paymentSubject(counter.payAgain(ident))),
    settle: async (_, ident) => Response.json(paymentSubject(counter.settle(ident))),
    webhooks: (request, name) => {
      if (name === "") return send(request);
      if (name === "validate") return validate(request);
      throw new Problem(404, "POST /tebex/webhooks, /tebex/webhooks/validate or …/replay/{id}.");
    },
  };

  return {
    /** `rest` is the path's parts after `/tebex`; null where there is nothing. */
    handle: async (request: Request, rest: readonly string[]): Promise<Response | null> => {
      const [what = "", name = "", more, ...others] = rest;
      if (what === "orders" && name === "") {
        if (request.method !== "GET") throw new Problem(405, "GET only.");
        return Response.json(orders(new URL(request.url).origin));
      }
      const isReplay = what === "webhooks" && name === "replay" && more !== undefined;
      const act = Object.hasOwn(acts, what) ? acts[what] : undefined;
      if (act === undefined || others.length > 0 || (more !== undefined && !isReplay)) return null;
      if (request.method !== "POST") throw new Problem(405, "POST only.");
      return isReplay ? replay(more) : act(request, name);
    },
  };
};
