import { OUTAGE_MODES, type Outages } from "#sandbox/outages.ts";

/** The switches that make providers misbehave, for the overview. */
export const outagesSection = (outages: ReturnType<Outages["list"]>): string => `<h2>Outages</h2>
<div class="scroll"><table>
<thead><tr><th>Provider</th><th>Behaviour</th></tr></thead>
<tbody>${Object.entries(outages)
  .map(
    ([provider, current]) => `<tr><td><code>${provider}</code></td>
<td><select data-outage="${provider}" aria-label="Behaviour of ${provider}">${OUTAGE_MODES.map(
      (mode) => `<option${mode === current ? " selected" : ""}>${mode}</option>`,
    ).join("")}</select></td></tr>`,
  )
  .join("\n")}</tbody>
</table></div>
<p><a href="/outage">GET /outage</a> lists them as JSON; <code>POST /outage/{provider}</code> with
<code>{"mode": "${OUTAGE_MODES.join('" | "')}"}</code> changes one. Consent pages stand in any
case, and so does the checkout: what fails is what the site asks behind them. Xbox and Minecraft
fail with Microsoft; a Tebex that is down sends no webhooks either. With <code>"hop"</code>, such as
<code>"profile"</code> or <code>"picture"</code>, one question alone fails.</p>`;

export const OUTAGES_SCRIPT = `
for (const choice of document.querySelectorAll("select[data-outage]"))
  choice.onchange = () => fetch("/outage/" + choice.dataset.outage,
    { method: "POST", body: JSON.stringify({ mode: choice.value }) });
`;
