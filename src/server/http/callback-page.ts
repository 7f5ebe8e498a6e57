import { AUTH_CHANNEL, type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { AuthMessage } from "#shared/proof-messages.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import { emblem, GREEN_TICK, scriptJson, WINDOW_STYLES, windowPolicy } from "./window-page.ts";

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
