import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { receiveEvent } from "#server/modules/orders/index.ts";
import { EVENT_MAX_BYTES } from "#shared/constants/shop.ts";
import { CHECKOUT, SHOP } from "#shared/shop-messages.ts";
import type { HttpContext } from "./http-context.ts";
import { readBody, readHeader } from "./request.ts";
import { emblem, GREEN_TICK, WINDOW_STYLES, windowPolicy } from "./window-page.ts";

/** `POST /api/tebex/webhook`: what the store tells us, byte by byte as it was signed [PAY-01]. */
export const webhookHandler = (deps: Services) => {
  const ctx = systemContext(deps, "webhook tebex");
  return async (_httpContext: HttpContext, request: Request): Promise<Response> => {
    const body = await readBody(request, EVENT_MAX_BYTES);
    return Response.json(await receiveEvent(ctx, body, readHeader(request, "x-signature")), {
      headers: { "cache-control": "no-store" },
    });
  };
};

// A window that Tebex's opener policy has cut off may be unable to close itself.
const SCRIPT = `
history.replaceState(null, "", location.pathname);
setTimeout(() => window.close(), 150);
`;

/** A page of a window. @param script all that runs on it. */
const windowPage = (title: string, content: string, script: string) => {
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${title}</title>
${WINDOW_STYLES}</head>
<body><main>${content}</main>
<script>${script}</script></body></html>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": windowPolicy(script),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  };
  return (): Response => new Response(body, { headers });
};

/**
 * `GET /auth/tebex/return`: where Tebex leads back to after its sign-in. It closes its window,
 * which is what the page with the cart waits for. Whether somebody has signed in only Tebex knows.
 */
export const tebexReturnHandler = windowPage(
  SHOP.backTitle,
  `${GREEN_TICK}<h1>${SHOP.backTitle}</h1><p role="status">${SHOP.backText}</p>`,
  SCRIPT,
);

// Whoever has reloaded the page with the cart meanwhile is asked there again.
const STRAY_SCRIPT = `
setInterval(() => { if (window.opener === null || window.opener.closed) window.close(); }, 1000);
`;

/**
 * `GET /auth/tebex/wait`: what stands in the window that the buyer's click has opened until the page
 * with the cart leads it on to Tebex. It says why the window is there, and does nothing.
 */
export const tebexWaitHandler = windowPage(
  SHOP.waitTitle,
  `${emblem("accent", "M52 38v26l16 10")}<h1>${SHOP.waitTitle}</h1><p role="status">${CHECKOUT.signIn}</p>
<p class="next">${SHOP.waitText}</p><i class="bar" aria-hidden="true"></i>`,
  STRAY_SCRIPT,
);
