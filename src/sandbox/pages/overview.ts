import type { PluginState } from "#sandbox/game-plugin/game-plugin.ts";
import type { SandboxServer } from "#sandbox/game-servers/game-servers.ts";
import { MODES } from "#sandbox/game-servers/listeners.ts";
import { ROSTER } from "#sandbox/game-servers/roster.ts";
import { listPersonas } from "#sandbox/identity/game-personas.ts";
import { DISCORD_PATHS, EPIC_PATHS } from "#sandbox/identity/identity.ts";
import { MICROSOFT_PATHS } from "#sandbox/identity/microsoft.ts";
import { STEAM_PATHS } from "#sandbox/identity/steam.ts";
import { OUTAGE_MODES, type Outages } from "#sandbox/outages.ts";
import { SAMPLE_ACCOUNTS } from "#sandbox/seed/accounts.ts";
import { TEBEX_PATHS } from "#sandbox/tebex/catalogue.ts";
import {
  type Ledger,
  moment,
  PAYMENT_STATUS,
  totalOf,
  type Transaction,
} from "#sandbox/tebex/ledger.ts";
import { GAME_PLATFORMS } from "#shared/constants/accounts.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import { page } from "./page.ts";

const PLACES: Readonly<Record<string, { title: string; text: string; takesName: boolean }>> = {
  discord: {
    title: "Discord invite",
    text: "In the real world, this is the invitation to the community's Discord server.",
    takesName: false,
  },
  subscriptions: {
    title: "Subscription shop",
    text: "In the real world, this is the external shop that sells the three monthly tiers.",
    takesName: false,
  },
  favorites: {
    title: "Steam Favorites Info",
    text: "In the real world, this is a spreadsheet with the addresses to put into Steam's favorites.",
    takesName: false,
  },
  donate: {
    title: "Donation",
    text: "In the real world, this is a payment service that takes a one-time donation.",
    takesName: true,
  },
  vote: {
    title: "Vote",
    text: "In the real world, this is a server list where players vote for this server.",
    takesName: true,
  },
};

/** Some of the pages, for the overview. */
const OUTSIDE_EXAMPLES: readonly { path: string; title: string }[] = [
  { path: "/outside/discord", title: "Discord invite" },
  { path: "/outside/subscriptions", title: "Subscription shop" },
  { path: "/outside/favorites", title: "Steam Favorites Info" },
  { path: "/outside/donate/paypal", title: "Donation: paypal" },
  ...ROSTER.slice(0, 1).map(({ key }) => ({ path: `/outside/vote/${key}`, title: `Vote: ${key}` })),
];

/**
 * A page that says what the real world would show there.
 * @param parts of the path after `/outside/`.
 * @returns null where there is no such page.
 */
export const outsidePage = ([place = "", name, ...rest]: readonly string[]): string | null => {
  const found = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
  if (found === undefined || rest.length > 0 || found.takesName !== Boolean(name)) return null;
  const title = name === undefined ? found.title : `${found.title}: ${name}`;
  return page(
    title,
    `<article class="card"><p class="tag">Outside the site</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(found.text)} The sandbox stands in for it.</p>
<p><a href="/">Everything that the sandbox imitates</a></p></article>`,
  );
};

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

const tebexSectionRow = (one: Transaction) => `<tr>
<td><code>${escapeHtml(one.id)}</code><small>${moment(one.createdAt)}</small></td>
<td style="white-space:normal">${escapeHtml(one.lines.map((line) => `${line.quantity} × ${line.package.name}`).join(", "))}</td>
<td>$${totalOf(one.lines).toFixed(2)}</td>
<td>${PAYMENT_STATUS[one.status].description}<small>${one.sequence}</small></td>
<td><div style="display:flex;flex-wrap:wrap;gap:.4rem;min-width:24rem">${actsOf(one)
  .map((act) => button(act, one.id))
  .join("")}</div></td></tr>`;

/** Tebex's books and what can happen to its payments, for the overview. */
const tebexSection = ({ transactions }: Ledger): string => {
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
<tbody>${newest.map(tebexSectionRow).join("\n")}</tbody>
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

const TEBEX_SCRIPT = `
for (const button of document.querySelectorAll("button[data-tebex]"))
  button.onclick = async () => {
    const { store, body } = button.dataset;
    const response = await fetch("/tebex/" + store, { method: "POST", body });
    if (response.ok) return location.reload();
    document.querySelector("#tebex-answer").textContent = (await response.json()).detail;
  };
`;

/** The switches that make providers misbehave, for the overview. */
const outagesSection = (outages: ReturnType<Outages["list"]>): string => `<h2>Outages</h2>
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

const OUTAGES_SCRIPT = `
for (const choice of document.querySelectorAll("select[data-outage]"))
  choice.onchange = () => fetch("/outage/" + choice.dataset.outage,
    { method: "POST", body: JSON.stringify({ mode: choice.value }) });
`;

const PROVIDERS = {
  discord: { title: "Discord", path: DISCORD_PATHS.authorize },
  steam: { title: "Steam", path: STEAM_PATHS.openId },
  epic: { title: "Epic Games", path: EPIC_PATHS.authorize },
  microsoft: { title: "Microsoft, Xbox and Minecraft", path: MICROSOFT_PATHS.authorize },
} as const;

/** Who exists on the imitated platforms, for the overview. */
const identitySection = (): string => {
  const personas = listPersonas();
  const tables = (Object.keys(PROVIDERS) as (keyof typeof PROVIDERS)[]).map((provider) => {
    const { title, path } = PROVIDERS[provider];
    return `<h3>${title}</h3>
<p>Its consent page is <code>${path}</code>.</p>
<div class="scroll"><table>
<thead><tr><th>Key</th><th>Name</th><th>Id</th><th>What is special</th></tr></thead>
<tbody>${personas[provider]
      .map(
        ({ key, name, id, about }) => `<tr><td><code>${key}</code></td>
<td><bdi>${escapeHtml(name)}</bdi></td><td>${id}</td><td>${escapeHtml(about)}</td></tr>`,
      )
      .join("\n")}</tbody>
</table></div>`;
  });
  return `<h2>Personas</h2>
<p>The consent pages of the providers let a person pick one of these. <code>persona=NAME</code>
appended to such an address consents at once, <code>persona=deny</code> refuses.
<a href="/personas">GET /personas</a> lists them as JSON.</p>
${tables.join("\n")}`;
};

/** Somebody of the sample data who can play. */
const SAMPLE_PLAYER = SAMPLE_ACCOUNTS.find(({ steam }) => steam !== undefined)?.steam?.id;

const choices = (values: readonly string[]) =>
  values.map((value) => `<option>${escapeHtml(value)}</option>`).join("");

const BUTTONS = [
  ["join", "Play"],
  ["leave", "Stop playing"],
  ["spend", "Spend 100"],
  ["earn", "Earn 25"],
  ["vote", "Vote"],
  ["deliver", "Hand out deliveries"],
] as const;

/** The control of the imitated game server's plugin, for the overview. */
const pluginSection = (
  { isConnected, playing }: PluginState,
  games: readonly string[],
): string => `<h2>Game plugin</h2>
<p>A plugin of a game server that speaks with the site's bridge, <code>/api/bridge</code>. ${
  isConnected ? "It has a key." : "It has no key yet: the demo gives it one."
} Whoever plays is reported every ten seconds.</p>
<div style="display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0">
<select id="plugin-game" aria-label="Game">${choices(games)}</select>
<select id="plugin-platform" aria-label="Platform">${choices(GAME_PLATFORMS)}</select>
<input id="plugin-player" aria-label="Player's id" style="width:14rem" value="${SAMPLE_PLAYER ?? ""}">
${BUTTONS.map(
  ([action, label]) => `<button type="button" data-plugin="${action}">${label}</button>`,
).join("\n")}
</div>
<p>Playing: <code id="plugin-playing">${escapeHtml(
  playing.map(({ game, playerId }) => `${playerId} (${game})`).join(", ") || "nobody",
)}</code></p>
<p role="status" id="plugin-said"></p>
<p><a href="/plugin">GET /plugin</a> says who plays and what it was answered;
<code>POST /plugin/{${BUTTONS.map(([action]) => action).join(",")}}</code> with
<code>{"game": "ark-se", "platform": "steam", "playerId": "…"}</code> does what the buttons do
(<code>deliver</code> takes the game alone).</p>`;

const PLUGIN_SCRIPT = `
const valueOf = (part) => document.querySelector("#plugin-" + part).value.trim();
for (const button of document.querySelectorAll("button[data-plugin]"))
  button.onclick = async () => {
    const action = button.dataset.plugin;
    const game = valueOf("game");
    const player = { platform: valueOf("platform"), playerId: valueOf("player") };
    const body = JSON.stringify(action === "deliver" ? { game } : { game, ...player });
    const response = await fetch("/plugin/" + action, { method: "POST", body });
    document.querySelector("#plugin-said").textContent =
      response.status + " " + JSON.stringify(await response.json());
    const { playing } = await (await fetch("/plugin")).json();
    document.querySelector("#plugin-playing").textContent =
      playing.map(({ game, playerId }) => playerId + " (" + game + ")").join(", ") || "nobody";
  };
`;

const row = (server: SandboxServer) => {
  const label = escapeHtml(`${server.title} ${server.key}`);
  const modes = MODES.map(
    (mode) => `<option${mode === server.mode ? " selected" : ""}>${mode}</option>`,
  ).join("");
  return `<tr data-key="${escapeHtml(server.key)}" class="${server.online ? "on" : "off"}">
<td><span class="dot"></span>${escapeHtml(server.title)}</td>
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
list the servers of Epic's games that are online.</p>
${identitySection()}
<h2>Mail</h2>
<p>An SMTP server takes every mail that the site sends. <a href="/mail">The inbox</a> shows them;
<code>GET /mail</code> with <code>Accept: application/json</code> lists them as JSON.</p>
<h2>Push</h2>
<p>A push service takes what the site sends to browsers, decrypts it and checks who signed it.
<a href="/push">GET /push</a> lists what arrived; <code>POST /push</code> makes a subscription with real keys, and
<code>POST /push/{id}/answer</code> with <code>{"status": 410}</code> says what it answers from then on.</p>
${tebexSection(ledger)}
${pluginSection(plugin, [...new Set(servers.map(({ game }) => game))])}
${outagesSection(outages)}
<h2>Pages elsewhere</h2>
<ul>${OUTSIDE_EXAMPLES.map(
      ({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`,
    ).join("")}</ul>
<script>${SCRIPT}${OUTAGES_SCRIPT}${PLUGIN_SCRIPT}${TEBEX_SCRIPT}</script>`,
  );
