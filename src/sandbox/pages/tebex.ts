import { TEBEX_PATHS } from "#sandbox/tebex/catalogue.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import { page } from "./page.ts";

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

const STYLES = `<style>
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

const row = ({ name, quantity, price, isMonthly, picture }: Line) => `<li>${
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
const script = (checkout: Checkout) => `
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
    `${STYLES}<article class="card checkout"><p class="tag">Tebex checkout, imitated</p>
<h1>Your order</h1>
<p>${buyer === null ? "" : `Signed in as <bdi>${escapeHtml(buyer)}</bdi>. `}No money is moved here.</p>
<ul>${lines.map(row).join("\n")}</ul>
<p class="total"><span>Total</span><span>${dollars(total)}</span></p>
<div class="acts">
<button type="button" class="pay" data-act="pay"${disabled}>Pay</button>
<button type="button" data-act="decline"${disabled}>Decline</button>
<button type="button" data-act="pay-slowly"${disabled}>Pay slowly</button>
<button type="button" id="close">Close</button>
</div>
<p role="status">${escapeHtml(hint)}</p></article>
<script src="${TEBEX_PATHS.widget}"></script>
<script>${script(checkout)}</script>`,
  );
};
