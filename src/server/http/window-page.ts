import { createHash } from "node:crypto";
import { AUTH_CHANNEL, type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ColourName } from "#shared/rules/palette.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { AuthMessage } from "#shared/schemas/accounts.ts";

/** How the small pages of these windows look: the site's colours, without its other files. */
const WINDOW_STYLE = `
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem;
  background: radial-gradient(80% 60% at 50% 0, var(--color-ground-700), var(--color-ground-950)) var(--color-ground-950);
  color: var(--color-ink); font: 1.1rem/1.55 system-ui, sans-serif; }
main { width: 100%; max-width: 24rem; padding: 2.5rem 1.75rem; text-align: center;
  background: linear-gradient(var(--color-panel), var(--color-ground-900)); border: 1px solid var(--color-ground-700); border-radius: 14px; }
svg { width: 5rem; height: auto; }
h1 { margin: 1.25rem 0 .5rem; font-size: 1.5rem; line-height: 1.2; }
p { margin: 0; color: var(--color-muted); text-wrap: pretty; }
button { margin-top: 1.75rem; min-height: 2.75rem; padding: 0 1.75rem; border: 0;
  border-radius: 8px; background: var(--color-accent); color: var(--color-ground-950); font: 600 1rem/1 system-ui, sans-serif;
  cursor: pointer; }
button:hover { background: var(--color-accent-strong); }
button:focus-visible { outline: 2px solid var(--color-accent-strong); outline-offset: 3px; }
.next { margin-top: .75rem; font-size: .95rem; }
.bar { display: block; height: 4px; margin-top: 1.75rem; border-radius: 2px; background: var(--color-accent);
  transform-origin: left; animation: fill 3s linear both; }
@keyframes fill { from { transform: scaleX(0); } }
@media (prefers-reduced-motion: reduce) { .bar { animation: none; } }
#stuck { margin-top: 1.75rem; color: var(--color-ink); }
[hidden] { display: none; }
body[data-next] main { visibility: hidden; }
`;

/** Where the look of the community is for whoever does not know its newest address. */
export const THEME_PATH = "/theme.css";

/** What a content security policy calls a script or style that stands in the page. */
export const policyHashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** For pages that never make a script, or markup, of a text. */
export const NO_TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";

/** Both style sheets of these pages. */
export const WINDOW_STYLES = `<link rel="stylesheet" href="${THEME_PATH}"><style>${WINDOW_STYLE}</style>`;

/** The content policy of a page that is its own script and `WINDOW_STYLES`, and nothing else. */
export const windowPolicy = (script: string): string =>
  [
    "default-src 'none'",
    `script-src ${policyHashOf(script)}`,
    `style-src 'self' ${policyHashOf(WINDOW_STYLE)}`,
    // Of the look, whose face no text here is set in: some browsers fetch it all the same.
    "font-src 'self'",
    // The icon that is none.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    NO_TRUSTED_TYPES,
  ].join("; ");

/** A hexagon with a sign: what came of it, at a glance. */
export const emblem = (colour: ColourName, sign: string) =>
  `<svg viewBox="0 0 104 120" fill="none" stroke="var(--color-${colour})" stroke-width="6" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M52 6 99 33v54L52 114 5 87V33z" fill="var(--color-ground-850)"/><path d="${sign}" stroke-width="8"/></svg>`;

export const GREEN_TICK = emblem("moss", "M33 61 47 75 73 46");

/** JSON that may stand in a `<script>`: no `<` closes it or opens a comment. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", String.raw`\u003c`);

// A window that a provider's opener policy has cut off may be unable to close itself.
const SCRIPT = `
history.replaceState(null, "", location.pathname);
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

const POLICY = windowPolicy(SCRIPT);

const DONE = {
  title: "All done",
  emblem: GREEN_TICK,
  end: "",
};
/** It stays open, so that its sentence can be read. */
const FAILED = {
  title: MESSAGES.didNotWork,
  emblem: emblem("ember", "M52 38V66M52 81v.5"),
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
  sentence: string,
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
${WINDOW_STYLES}</head>
<body${next === undefined ? "" : ` data-next="${next}"`}><main>${page.emblem}<h1>${page.title}</h1><p role="status">${escapeHtml(sentence)}</p>${page.end}</main>
<script type="application/json" id="message">${scriptJson(message)}</script>
<script>${SCRIPT}</script></body></html>`;
  return new Response(body, { status, headers });
};
