import type { PluginState } from "#sandbox/game-plugin/game-plugin.ts";
import { SAMPLE_ACCOUNTS } from "#sandbox/seed/sample-accounts.ts";
import { GAME_PLATFORMS } from "#shared/constants/accounts.ts";
import { BRIDGE_GAMES } from "#shared/constants/points.ts";
import { escapeHtml } from "#shared/escape-html.ts";

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
export const pluginSection = ({
  isConnected,
  playing,
}: PluginState): string => `<h2>Game plugin</h2>
<p>A plugin of a game server that speaks with the site's bridge, <code>/api/bridge</code>. ${
  isConnected ? "It has a key." : "It has no key yet: the demo gives it one."
} Whoever plays is reported every ten seconds.</p>
<div style="display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0">
<select id="plugin-game" aria-label="Game">${choices(BRIDGE_GAMES)}</select>
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

export const PLUGIN_SCRIPT = `
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
