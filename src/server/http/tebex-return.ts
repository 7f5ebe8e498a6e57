import { SHOP } from "#shared/shop-messages.ts";
import { GREEN_TICK, WINDOW_STYLE, windowPolicy } from "./window-page.ts";

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
