import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { receiveEvent } from "#server/modules/orders/index.ts";
import { EVENT_MAX_BYTES } from "#shared/constants/shop.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { readBody } from "./body.ts";
import type { HttpContext } from "./http-context.ts";
import { readHeader } from "./request-headers.ts";
import { GREEN_TICK, WINDOW_STYLE, windowPolicy } from "./window-page.ts";

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

const BODY = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${SHOP.backTitle}</title>
<style>${WINDOW_STYLE}</style></head>
<body><main>${GREEN_TICK}<h1>${SHOP.backTitle}</h1><p role="status">${SHOP.backText}</p></main>
<script>${SCRIPT}</script></body></html>`;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": windowPolicy(SCRIPT),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

/**
 * `GET /auth/tebex/return`: where Tebex leads back to after its sign-in. It closes its window,
 * which is what the page with the cart waits for. Whether somebody has signed in only Tebex knows.
 */
export const tebexReturnHandler = (): Response => new Response(BODY, { headers: HEADERS });
