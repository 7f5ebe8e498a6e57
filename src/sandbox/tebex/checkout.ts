import { fileURLToPath } from "node:url";
import { checkoutPage, tebexPage } from "#sandbox/pages/tebex.ts";
import { Problem, TEBEX_PATHS } from "./access.ts";
import { pictureOf } from "./catalogue.ts";
import type { Counter } from "./counter.ts";
import { totalOf } from "./ledger.ts";
import { isPaid } from "./wire.ts";

/** The other half of the widget: what Tebex.js speaks with in its window. */
const WIDGET = fileURLToPath(import.meta.resolve("zoid/dist/zoid.min.js"));

const script = () =>
  new Response(Bun.file(WIDGET), {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "max-age=3600" },
  });

/** The hosted checkout: the page in the widget's window or on its own, and what its buttons do. */
export const createCheckout = (counter: Counter) => {
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
