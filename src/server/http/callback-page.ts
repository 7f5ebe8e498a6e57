import { createHash } from "node:crypto";
import { scriptJson } from "./html.ts";
import { escapeHtml } from "#shared/escape-html.ts";

/** Tabs of the site listen here: a provider's own opener policy may have cut the window off. */
export const AUTH_CHANNEL = "zlgAuth";

const SCRIPT = `
const message = JSON.parse(document.getElementById("message").textContent);
new BroadcastChannel("${AUTH_CHANNEL}").postMessage(message);
if (window.opener) window.opener.postMessage(message, location.origin);
setTimeout(() => window.close(), 150);
`;
const STYLE = `
:root { color-scheme: dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #070b09;
  color: #e9efe6; font: 1.1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; padding: 2rem; text-align: center; }
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  // The icon that is none.
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What popups tell the window that opened them (facts §4). */
export type AuthMessage =
  | {
      type: "DISCORD_AUTH_SUCCESS";
      discordId: string;
      discordName: string;
      discordImgUrl: string | null;
    }
  | { type: "DISCORD_DUPLICATE_ERROR" }
  | { type: "DISCORD_AUTH_FAILED"; reason: string };

/**
 * The page that ends a popup: it tells its opener, in this origin alone, and every tab of the site
 * what came of it, and closes itself. Where it cannot, it says so to the person.
 * @param said a sentence for the person.
 */
export const callbackPage = (
  message: AuthMessage,
  said: string,
  { status, cookies }: { status: number; cookies: readonly string[] },
): Response => {
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    // The address carries the code.
    "referrer-policy": "no-referrer",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>Discord</title>
<style>${STYLE}</style></head>
<body><main><p role="status">${escapeHtml(said)}</p></main>
<script type="application/json" id="message">${scriptJson(message)}</script>
<script>${SCRIPT}</script></body></html>`;
  return new Response(body, { status, headers });
};
