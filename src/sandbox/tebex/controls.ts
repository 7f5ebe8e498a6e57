import { z } from "zod";
import { Problem } from "./access.ts";
import type { Counter } from "./counter.ts";
import type { Ledger } from "./ledger.ts";
import type { SentEvent, Webhooks } from "./webhooks.ts";
import { DISPUTE_STATES, basketWire, moment, paymentSubject, recurringSubject } from "./wire.ts";

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
