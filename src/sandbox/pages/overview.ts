import type { PluginState } from "#sandbox/game-plugin/game-plugin.ts";
import { MODES } from "#sandbox/game-servers/game-server.ts";
import type { SandboxServer } from "#sandbox/game-servers/game-servers.ts";
import type { Outages } from "#sandbox/outages.ts";
import type { Ledger } from "#sandbox/tebex/ledger.ts";
import { GAME_NAMES } from "#shared/constants/games.ts";
import { escapeHtml } from "#shared/escape-html.ts";
import { identitySection } from "./identity-section.ts";
import { OUTAGES_SCRIPT, outagesSection } from "./outages-section.ts";
import { OUTSIDE_EXAMPLES } from "./outside.ts";
import { page } from "./page.ts";
import { PLUGIN_SCRIPT, pluginSection } from "./plugin-section.ts";
import { TEBEX_SCRIPT, tebexSection } from "./tebex-section.ts";

const row = (server: SandboxServer) => {
  const label = escapeHtml(`${GAME_NAMES[server.game]} ${server.key}`);
  const modes = MODES.map(
    (mode) => `<option${mode === server.mode ? " selected" : ""}>${mode}</option>`,
  ).join("");
  return `<tr data-key="${escapeHtml(server.key)}" class="${server.online ? "on" : "off"}">
<td><span class="dot"></span>${escapeHtml(GAME_NAMES[server.game])}</td>
<td><code>${escapeHtml(server.key)}</code><small>${escapeHtml(server.serverName)}</small></td>
<td>${server.host}:${server.queryPort}</td>
<td><span data-part="players">${server.players}</span> / ${server.maxPlayers}</td>
<td><input type="number" min="0" max="255" placeholder="moving" aria-label="Players of ${label}"></td>
<td><select aria-label="Behaviour of ${label}">${modes}</select></td>
<td><button type="button" aria-label="Switch ${label}">${server.online ? "Switch off" : "Switch on"}</button></td>
</tr>`;
};

const SCRIPT = `
const send = async (key, change) => {
  const response = await fetch("/servers/" + key, { method: "POST", body: JSON.stringify(change) });
  const answer = await response.json();
  if (!response.ok) alert(answer.message);
  else show(answer);
};
const show = (server) => {
  const row = document.querySelector('tr[data-key="' + server.key + '"]');
  row.className = server.online ? "on" : "off";
  row.querySelector("[data-part=players]").textContent = server.players;
  row.querySelector("button").textContent = server.online ? "Switch off" : "Switch on";
};
for (const row of document.querySelectorAll("tr[data-key]")) {
  const { key } = row.dataset;
  row.querySelector("button").onclick = () => send(key, { online: row.className !== "on" });
  row.querySelector("select").onchange = (event) => send(key, { mode: event.target.value });
  row.querySelector("input").onchange = (event) =>
    send(key, { players: event.target.value === "" ? null : Number(event.target.value) });
}
setInterval(async () => {
  for (const server of await (await fetch("/servers")).json()) show(server);
}, 2000);
`;

/** The front page: everything that the sandbox imitates. */
export const overviewPage = (
  servers: readonly SandboxServer[],
  outages: ReturnType<Outages["list"]>,
  plugin: PluginState,
  ledger: Ledger,
): string =>
  page(
    "Overview",
    `<p class="tag">Sandbox</p>
<h1>The outside world, imitated</h1>
<p>The site asks all of this over its real protocols. What you change here, it has to find out over
the wire.</p>
<h2>Game servers</h2>
<div class="scroll"><table>
<thead><tr><th>Game</th><th>Server</th><th>Address</th><th>Players</th><th>Set players</th><th>Behaviour</th><th>Power</th></tr></thead>
<tbody>${servers.map(row).join("\n")}</tbody>
</table></div>
<p><a href="/servers">GET /servers</a> lists them as JSON; <code>POST /servers/{key}</code> with
<code>{"online": false}</code>, <code>{"players": 42}</code>, <code>{"players": null}</code> or
<code>{"mode": "${MODES.join('" | "')}"}</code> changes one.</p>
<h2>Epic matchmaking</h2>
<p><code>POST /auth/v1/oauth/token</code> and <code>POST /wildcard/matchmaking/v1/{deployment}/filter</code>
list the Ark: Survival Ascended servers that are online.</p>
${identitySection()}
<h2>Mail</h2>
<p>An SMTP server takes every mail that the site sends. <a href="/mail">The inbox</a> shows them;
<code>GET /mail</code> with <code>Accept: application/json</code> lists them as JSON.</p>
${tebexSection(ledger)}
${pluginSection(plugin)}
${outagesSection(outages)}
<h2>Pages elsewhere</h2>
<ul>${OUTSIDE_EXAMPLES.map(
      ({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`,
    ).join("")}</ul>
<script>${SCRIPT}${OUTAGES_SCRIPT}${PLUGIN_SCRIPT}${TEBEX_SCRIPT}</script>`,
  );
