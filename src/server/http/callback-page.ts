import { createHash } from "node:crypto";
import { AUTH_CHANNEL, type AuthMessage } from "#shared/auth-message.ts";
import { type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import { scriptJson } from "./html.ts";

// A window that a provider's opener policy has cut off may be unable to close itself.
const SCRIPT = `
const message = JSON.parse(document.getElementById("message").textContent);
const { next } = document.body.dataset;
if (next === undefined) {
  new BroadcastChannel("${AUTH_CHANNEL}").postMessage(message);
  if (window.opener) window.opener.postMessage(message, location.origin);
} else location.replace(next + "#" + encodeURIComponent(JSON.stringify(message)));
const button = document.querySelector("button");
if (next !== undefined) {
  // The page that it leads to has the say.
} else if (button === null) setTimeout(() => window.close(), 150);
else button.addEventListener("click", () => {
  window.close();
  setTimeout(() => { document.getElementById("stuck").hidden = false; button.hidden = true; }, 300);
});
`;
const STYLE = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem;
  background: radial-gradient(80% 60% at 50% 0, #1d2b23, #070b09) #070b09;
  color: #e9efe6; font: 1.1rem/1.55 system-ui, sans-serif; }
main { width: 100%; max-width: 24rem; padding: 2.5rem 1.75rem; text-align: center;
  background: linear-gradient(#111a15, #0b110e); border: 1px solid #1d2b23; border-radius: 14px; }
svg { width: 5rem; height: auto; }
h1 { margin: 1.25rem 0 .5rem; font-size: 1.5rem; line-height: 1.2; }
p { margin: 0; color: #a3b3a8; text-wrap: pretty; }
button { margin-top: 1.75rem; min-height: 2.75rem; padding: 0 1.75rem; border: 0;
  border-radius: 8px; background: #f5b83d; color: #070b09; font: 600 1rem/1 system-ui, sans-serif;
  cursor: pointer; }
button:hover { background: #ffd166; }
button:focus-visible { outline: 2px solid #ffd166; outline-offset: 3px; }
#stuck { margin-top: 1.75rem; color: #e9efe6; }
[hidden] { display: none; }
body[data-next] main { visibility: hidden; }
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

/** A hexagon with a sign: what came of it, at a glance. */
const emblem = (colour: string, sign: string) =>
  `<svg viewBox="0 0 104 120" fill="none" stroke="${colour}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M52 6 99 33v54L52 114 5 87V33z" fill="#0f1713"/><path d="${sign}" stroke-width="8"/></svg>`;

const DONE = {
  title: "All done",
  emblem: emblem("#7fd18a", "M33 61 47 75 73 46"),
  end: "",
};
/** It stays open, so that its sentence can be read. */
const FAILED = {
  title: "That did not work",
  emblem: emblem("#ff7a59", "M52 38V66M52 81v.5"),
  end: '<button type="button">Close</button><p id="stuck" role="status" hidden>Your browser keeps this window open. Please close it yourself.</p>',
};

/**
 * The page that ends a popup: it tells its opener, in this origin alone, and every tab of the site
 * what came of it. After a success it closes itself, after a failure the person closes it.
 * @param said a sentence for the person.
 * @param options.next path of the page that has the say instead: it gets the message in its fragment,
 *   which no server and no log ever sees.
 */
export const callbackPage = (
  platform: Platform,
  message: AuthMessage,
  said: string,
  {
    status,
    cookies,
    next,
  }: { status: number; cookies: readonly string[]; next?: string | undefined },
): Response => {
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": POLICY,
    "cache-control": "no-store",
    // The address carries the code.
    "referrer-policy": "no-referrer",
  });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  const page = message.type.endsWith("_AUTH_SUCCESS") ? DONE : FAILED;
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${PLATFORM_NAMES[platform]}</title>
<style>${STYLE}</style></head>
<body${next === undefined ? "" : ` data-next="${next}"`}><main>${page.emblem}<h1>${page.title}</h1><p role="status">${escapeHtml(said)}</p>${page.end}</main>
<script type="application/json" id="message">${scriptJson(message)}</script>
<script>${SCRIPT}</script></body></html>`;
  return new Response(body, { status, headers });
};
