import type { Inbox } from "#sandbox/mail/mail.ts";
import { TEBEX_PATHS } from "#sandbox/tebex/catalogue.ts";
import { escapeHtml } from "#shared/rules/text.ts";

const STYLES = `
  :root { color-scheme: dark; --night: #070b09; --panel: #0f1713; --line: #2a3c32; --bone: #e9efe6;
    --muted: #a3b3a8; --amber: #f5b83d; --moss: #7fd18a; --ember: #ff7a59; }
  * { box-sizing: border-box; }
  body { margin: 0; background: radial-gradient(80rem 40rem at 80% -10rem, #14251b, var(--night) 70%);
    color: var(--bone); font: 16px/1.55 ui-sans-serif, system-ui, sans-serif; min-height: 100vh; }
  main { max-width: 74rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
  h1 { font-size: clamp(1.8rem, 5vw, 2.8rem); line-height: 1.1; margin: 0 0 .5rem; }
  h2 { font-size: 1.2rem; margin: 2.75rem 0 .75rem; color: var(--amber); }
  p { margin: .4rem 0; color: var(--muted); max-width: 60ch; }
  a { color: var(--amber); }
  code { overflow-wrap: anywhere; font: .9em ui-monospace, monospace; color: var(--bone); background: #1d2b23; padding: .1em .35em;
    border-radius: .3em; }
  .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .75rem; background: var(--panel); }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { text-align: left; padding: .5rem .8rem; white-space: nowrap; }
  th { color: var(--muted); font-weight: 500; font-size: .85rem; }
  tbody tr { border-top: 1px solid #1d2b23; }
  td small { color: var(--muted); display: block; max-width: 24rem; overflow: hidden; text-overflow: ellipsis; }
  .dot { display: inline-block; width: .6rem; height: .7rem; margin-right: .5rem; background: var(--ember);
    clip-path: polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%); }
  .on .dot { background: var(--moss); }
  button, select, input { font: inherit; color: inherit; background: #1d2b23; border: 1px solid var(--line);
    border-radius: .45rem; padding: .2rem .6rem; }
  input { width: 6.75rem; }
  button { cursor: pointer; }
  :is(button, select, input, a):focus-visible { outline: 2px solid var(--amber); outline-offset: 2px; }
  ul { padding-left: 1.2rem; color: var(--muted); }
  .card { background: var(--panel); border: 1px solid var(--line); border-radius: 1rem; padding: 2rem;
    max-width: 44rem; margin: 10vh auto 0; }
  .tag { color: var(--amber); font-size: .85rem; letter-spacing: .08em; text-transform: uppercase; }
`;

/** A whole document of the sandbox. `body` is trusted markup. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Sandbox</title>
<style>${STYLES}</style>
</head>
<body><main>${body}</main></body>
</html>`;

const CONSENT_STYLES = `<style>
  .consent { max-width: 34rem; margin-top: 4vh; }
  .consent h1 { font-size: 1.7rem; }
  .consent form { display: grid; gap: .6rem; margin-top: 1.5rem; }
  .persona { display: grid; grid-template-columns: 3rem 1fr; gap: .15rem .9rem; align-items: center;
    width: 100%; text-align: left; padding: .7rem .9rem; border-radius: .75rem; }
  .persona:hover { border-color: var(--amber); background: #24392d; }
  .persona img, .persona .none { grid-row: span 2; width: 3rem; height: 3rem; object-fit: cover;
    clip-path: polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%); }
  .persona .none { display: grid; place-items: center; background: var(--line); font-weight: 700; }
  .persona strong { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .persona small { color: var(--muted); }
  .deny { margin-top: .5rem; padding: .6rem; background: none; color: var(--ember); }
</style>`;

/** Somebody whom a consent page offers. */
export type ConsentPersona = {
  key: string;
  about: string;
  name: string;
  /** Path of the picture; null for none. */
  picture: string | null;
};

const button = ({ key, about, name, picture }: ConsentPersona) => {
  const [initial = "?"] = name;
  const shown =
    picture === null
      ? `<span class="none" aria-hidden="true">${escapeHtml(initial)}</span>`
      : `<img src="${escapeHtml(picture)}" alt="">`;
  return `<button class="persona" name="persona" value="${key}">${shown}
<strong><bdi>${escapeHtml(name)}</bdi></strong><small>${escapeHtml(about)}</small></button>`;
};

type Consent = {
  /** What people call the provider. */
  provider: string;
  /** What the site wants to know, such as "your Discord name and picture". */
  wants: string;
  /** Host of the site that asks. */
  site: string;
  /** Path of the page itself. */
  action: string;
  personas: readonly ConsentPersona[];
  /** Of the authorisation address, which come back with the answer. */
  parameters: URLSearchParams;
};

/** A provider's question whether a site may know who somebody is. */
export const consentPage = (consent: Consent): string => {
  const { provider, wants, site, action, personas, parameters } = consent;
  const kept = [...parameters]
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join("");
  return page(
    `${provider} consent`,
    `${CONSENT_STYLES}<article class="card consent"><p class="tag">${provider}, imitated</p>
<h1>Who are you today?</h1>
<p><code>${escapeHtml(site)}</code> asks to know ${escapeHtml(wants)}. Pick a persona to
agree.</p>
<form method="get" action="${action}">${kept}
${personas.map(button).join("\n")}
<button class="deny" name="persona" value="deny">Cancel</button></form></article>`,
  );
};

/** What a person sees where the request itself is wrong: there is no safe way back to the site. */
export const consentRefusedPage = (provider: string, reason: string): string =>
  page(
    `${provider} consent`,
    `<article class="card"><p class="tag">${provider}, imitated</p>
<h1>This request is not valid</h1><p>${escapeHtml(reason)}</p></article>`,
  );

type Mail = ReturnType<Inbox["list"]>[number];

const row = ({ number, to, subject, receivedAt }: Mail) => `<tr>
<td><a href="/mail/${number}">${escapeHtml(subject === "" ? "(no subject)" : subject)}</a></td>
<td>${escapeHtml(to)}</td>
<td><time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace("T", " ")} UTC</time></td>
</tr>`;

/** Shows a mail that comes in while somebody looks. */
const script = (newest: number) => `
setInterval(async () => {
  const response = await fetch("/mail/newest");
  if ((await response.json()) !== ${newest}) location.reload();
}, 2000);
`;

/** The list of caught mails, newest first. */
export const inboxPage = (mails: readonly Mail[]): string =>
  page(
    "Inbox",
    `<p class="tag"><a href="/">Sandbox</a></p>
<h1>Inbox</h1>
<p>Whatever the site sends over SMTP lands here, whoever it is for.</p>
${
  mails.length === 0
    ? "<p>Nothing has arrived yet.</p>"
    : `<div class="scroll"><table>
<thead><tr><th>Subject</th><th>To</th><th>Received</th></tr></thead>
<tbody>${mails.map(row).join("\n")}</tbody>
</table></div>`
}
<p>As JSON: <code>GET /mail</code> with <code>Accept: application/json</code>.</p>
<script>${script(mails[0]?.number ?? 0)}</script>`,
  );

const FRAME_STYLE =
  "width:100%;height:46rem;margin:1rem 0;border:1px solid var(--line);border-radius:.75rem;background:#fff";
const TEXT_STYLE =
  "white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--panel)";

/** One mail as its reader sees it: as HTML, where it runs no script, and as plain text. */
export const mailPage = (mail: Mail): string =>
  page(
    mail.subject,
    `<p class="tag"><a href="/mail">Inbox</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p>To ${escapeHtml(mail.to)}, received ${mail.receivedAt.slice(0, 19).replace("T", " ")} UTC</p>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" style="${FRAME_STYLE}"
srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe>
<h2>Plain text</h2>
<pre style="${TEXT_STYLE}">${escapeHtml(mail.text)}</pre>`,
  );

/** A page of imitated Tebex that says one thing. */
export const tebexPage = (title: string, text: string, status = 200): Response =>
  new Response(
    page(
      title,
      `<article class="card"><p class="tag">Tebex, imitated</p>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></article>`,
    ),
    { status, headers: { "content-type": "text/html; charset=utf-8" } },
  );

const CHECKOUT_STYLES = `<style>
  .checkout { max-width: 40rem; margin: 0 auto; padding: 1.5rem; }
  .checkout h1 { font-size: 1.6rem; }
  .checkout li { display: grid; grid-template-columns: 3rem 1fr auto; gap: .9rem; align-items: center;
    padding: .7rem 0; border-top: 1px solid var(--line); color: var(--bone); }
  .checkout ul { list-style: none; padding: 0; margin: 1.25rem 0 0; }
  .checkout li img, .checkout li .none { width: 3rem; height: 3rem; border-radius: .5rem; background: #14251b; }
  .checkout li small { display: block; color: var(--muted); }
  .checkout .total { display: flex; justify-content: space-between; padding: 1rem 0; color: var(--bone);
    border-top: 2px solid var(--amber); font-size: 1.15rem; font-weight: 700; max-width: none; }
  .checkout .acts { display: flex; flex-wrap: wrap; gap: .6rem; margin-top: .5rem; }
  .checkout button { padding: .6rem 1.1rem; }
  .checkout button:disabled { opacity: .45; cursor: default; }
  .checkout .pay { background: var(--amber); color: #1a1204; border-color: var(--amber); font-weight: 700; }
  .checkout [role=status] { min-height: 1.6rem; margin-top: 1rem; color: var(--bone); }
  main:has(.checkout) { padding: 1rem; }
  .light { color-scheme: light; --night: #f4f6f2; --panel: #fff; --line: #cdd8d0; --bone: #14251b;
    --muted: #4b5f53; --amber: #8a5a00; }
  .light body { background: var(--night); }
  .light button { background: #e6ece7; }
  .light .pay { color: #fff; }
</style>`;

type Line = {
  name: string;
  quantity: number;
  /** Of all pieces, in dollars. */
  price: number;
  isMonthly: boolean;
  picture: string | null;
};

type Checkout = {
  ident: string;
  lines: readonly Line[];
  total: number;
  /** Who has signed in; null for nobody. */
  buyer: string | null;
  state: "open" | "pending" | "paid";
  completeUrl: string;
  cancelUrl: string;
  hasAutoRedirect: boolean;
};

const dollars = (amount: number) => `$${amount.toFixed(2)}`;

const basketRow = ({ name, quantity, price, isMonthly, picture }: Line) => `<li>${
  picture === null
    ? '<span class="none"></span>'
    : `<img src="${escapeHtml(picture)}" alt="" width="48" height="48">`
}<span>${escapeHtml(name)}<small>${quantity} × ${isMonthly ? "every month" : "once"}</small></span>
<span>${dollars(price)}</span></li>`;

/** For a script in HTML: no `</script>` and no comment can come out of a value. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

const NOTICES = {
  open: "",
  pending: "The payment is on its way.",
  paid: "This basket is paid. Thank you!",
} as const;

// The widget's window is given its callbacks by Tebex.js; on its own the page leads back by itself.
const basketScript = (checkout: Checkout) => `
const { ident, state, completeUrl, cancelUrl, hasAutoRedirect } = ${inScript({
  ident: checkout.ident,
  state: checkout.state,
  completeUrl: checkout.completeUrl,
  cancelUrl: checkout.cancelUrl,
  hasAutoRedirect: checkout.hasAutoRedirect,
})};
zoid.create({ tag: "tebex-js-checkout-component", url: location.href });
const widget = window.xprops;
if (widget?.theme === "light") document.documentElement.classList.add("light");
const say = (text) => { document.querySelector("[role=status]").textContent = text; };
const lock = (isLocked) => {
  for (const button of document.querySelectorAll("[data-act]")) button.disabled = isLocked;
};
const done = () => {
  if (widget) widget.onPaymentComplete({ ident });
  else if (hasAutoRedirect) location.assign(completeUrl);
  if (widget?.closeOnPaymentComplete) widget.onClosePopup();
};
const act = async (action) => {
  lock(true);
  say("One moment …");
  const response = await fetch("${TEBEX_PATHS.checkout}/" + ident + "/" + action, { method: "POST" });
  const answer = await response.json();
  if (!response.ok) {
    say(answer.detail);
    lock(false);
  } else if (action === "decline") {
    say("Your card was declined: Insufficient Funds.");
    lock(false);
    if (widget) widget.onPaymentError({ code: "insufficient_funds", message: "Insufficient Funds" });
  } else {
    say(action === "pay" ? "${NOTICES.paid}" : "${NOTICES.pending}");
    done();
  }
};
for (const button of document.querySelectorAll("[data-act]"))
  button.onclick = () => act(button.dataset.act);
document.querySelector("#close").onclick = () =>
  widget ? widget.onClosePopup() : location.assign(state === "paid" ? completeUrl : cancelUrl);
`;

/** The hosted checkout [SAND-03], in the widget's window or on its own. */
export const checkoutPage = (checkout: Checkout): string => {
  const { lines, total, buyer, state } = checkout;
  const isOpen = state === "open" && lines.length > 0 && buyer !== null;
  const disabled = isOpen ? "" : " disabled";
  const hint =
    state === "open" && buyer === null
      ? "Nobody has signed in to this basket yet."
      : state === "open" && lines.length === 0
        ? "This basket is empty."
        : NOTICES[state];
  return page(
    "Checkout",
    `${CHECKOUT_STYLES}<article class="card checkout"><p class="tag">Tebex checkout, imitated</p>
<h1>Your order</h1>
<p>${buyer === null ? "" : `Signed in as <bdi>${escapeHtml(buyer)}</bdi>. `}No money is moved here.</p>
<ul>${lines.map(basketRow).join("\n")}</ul>
<p class="total"><span>Total</span><span>${dollars(total)}</span></p>
<div class="acts">
<button type="button" class="pay" data-act="pay"${disabled}>Pay</button>
<button type="button" data-act="decline"${disabled}>Decline</button>
<button type="button" data-act="pay-slowly"${disabled}>Pay slowly</button>
<button type="button" id="close">Close</button>
</div>
<p role="status">${escapeHtml(hint)}</p></article>
<script src="${TEBEX_PATHS.widget}"></script>
<script>${basketScript(checkout)}</script>`,
  );
};
