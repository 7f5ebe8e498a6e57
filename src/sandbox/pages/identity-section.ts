import { DISCORD_PATHS } from "#sandbox/identity/discord.ts";
import { OFFERED_PERSONAS } from "#sandbox/identity/personas.ts";
import { escapeHtml } from "#shared/escape-html.ts";

/** Who exists on the imitated platforms, for the overview. */
export const identitySection = (): string => `<h2>Personas</h2>
<p>Discord's consent page, <code>${DISCORD_PATHS.authorize}</code>, lets a person pick one of these.
<code>persona=NAME</code> appended to its address consents at once, <code>persona=deny</code>
refuses. <a href="/personas">GET /personas</a> lists them as JSON.</p>
<div class="scroll"><table>
<thead><tr><th>Key</th><th>Discord name</th><th>Id</th><th>What is special</th></tr></thead>
<tbody>${OFFERED_PERSONAS.map(
  ({ key, globalName, username, id, about }) => `<tr><td><code>${key}</code></td>
<td><bdi>${escapeHtml(globalName ?? username)}</bdi></td><td>${id}</td><td>${escapeHtml(about)}</td></tr>`,
).join("\n")}</tbody>
</table></div>`;
