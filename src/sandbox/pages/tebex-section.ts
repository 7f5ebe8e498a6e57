import { TEBEX_PATHS } from "#sandbox/tebex/access.ts";
import { type Ledger, PAYMENT_STATUS, totalOf, type Transaction } from "#sandbox/tebex/ledger.ts";
import { moment } from "#sandbox/tebex/wire.ts";
import { escapeHtml } from "#shared/rules/text.ts";

/** So many payments are shown; `GET /tebex/orders` lists all. */
const SHOWN = 20;

type Act = { label: string; path: string; body?: Readonly<Record<string, unknown>> };

const actsOf = ({ id, status, reference, basket }: Transaction): readonly Act[] => {
  if (status === "declined") return [];
  if (status === "pending") return [{ label: "Settle", path: `settle/${basket.ident}` }];
  const dispute = (label: string, state: string) => ({
    label,
    path: `dispute/${id}`,
    body: { state },
  });
  return [
    { label: "Refund", path: `refund/${id}` },
    dispute("Dispute", "opened"),
    dispute("Win", "won"),
    dispute("Lose", "lost"),
    { label: "Replay", path: `webhooks/replay/${id}` },
    ...(reference === null
      ? []
      : [
          { label: "Renew", path: `renew/${reference}` },
          { label: "Cancel", path: `cancel/${reference}` },
          { label: "End", path: `end/${reference}` },
        ]),
  ];
};

const button = ({ label, path, body }: Act, id: string) => {
  const sent = body === undefined ? "" : ` data-body="${escapeHtml(JSON.stringify(body))}"`;
  const name = escapeHtml(`${label} ${id}`);
  return `<button type="button" data-tebex="${escapeHtml(path)}"${sent} aria-label="${name}">${label}</button>`;
};

const row = (one: Transaction) => `<tr>
<td><code>${escapeHtml(one.id)}</code><small>${moment(one.createdAt)}</small></td>
<td style="white-space:normal">${escapeHtml(one.lines.map((line) => `${line.quantity} × ${line.package.name}`).join(", "))}</td>
<td>$${totalOf(one.lines).toFixed(2)}</td>
<td>${PAYMENT_STATUS[one.status].description}<small>${one.sequence}</small></td>
<td><div style="display:flex;flex-wrap:wrap;gap:.4rem;min-width:24rem">${actsOf(one)
  .map((act) => button(act, one.id))
  .join("")}</div></td></tr>`;

/** Tebex's books and what can happen to its payments, for the overview. */
export const tebexSection = ({ transactions }: Ledger): string => {
  const newest = [...transactions.values()].toReversed().slice(0, SHOWN);
  return `<h2>Tebex</h2>
<p>The Headless API is below <code>${TEBEX_PATHS.api}</code>, the checkout is
<code>${TEBEX_PATHS.checkout}/{ident}</code>. <a href="/tebex/orders">GET /tebex/orders</a> lists
baskets, payments, subscriptions and events as JSON.</p>
${
  newest.length === 0
    ? "<p>Nobody has bought anything yet.</p>"
    : `<div class="scroll"><table>
<thead><tr><th>Payment</th><th>Packages</th><th>Total</th><th>State</th><th>What happens next</th></tr></thead>
<tbody>${newest.map(row).join("\n")}</tbody>
</table></div>`
}
<p role="status" id="tebex-answer"></p>
<p><code>POST /tebex/refund/{transaction}</code>, <code>/tebex/dispute/{transaction}</code> with
<code>{"state": "opened" | "won" | "lost" | "closed"}</code>, <code>/tebex/renew/{reference}</code>,
<code>/tebex/cancel/{reference}</code> (<code>{"isAborted": true}</code> takes it back),
<code>/tebex/end/{reference}</code>, <code>/tebex/settle/{basket}</code>,
<code>/tebex/discount/{basket}</code> with <code>{"percent": 20}</code>,
<code>/tebex/pay-again/{basket}</code> and
<code>/tebex/webhooks/replay/{transaction}</code> do the same. <code>POST /tebex/webhooks</code> with
<code>{"mode": "hold"}</code> keeps every webhook back until <code>{"mode": "send"}</code>.</p>`;
};

export const TEBEX_SCRIPT = `
for (const button of document.querySelectorAll("button[data-tebex]"))
  button.onclick = async () => {
    const { store, body } = button.dataset;
    const response = await fetch("/tebex/" + store, { method: "POST", body });
    if (response.ok) return location.reload();
    document.querySelector("#tebex-answer").textContent = (await response.json()).detail;
  };
`;
