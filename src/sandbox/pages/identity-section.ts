import { DISCORD_PATHS } from "#sandbox/identity/discord.ts";
import { EPIC_PATHS } from "#sandbox/identity/epic.ts";
import { listPersonas } from "#sandbox/identity/list-personas.ts";
import { MICROSOFT_PATHS } from "#sandbox/identity/microsoft.ts";
import { STEAM_PATHS } from "#sandbox/identity/steam.ts";
import { escapeHtml } from "#shared/escape-html.ts";

const PROVIDERS = {
  discord: { title: "Discord", path: DISCORD_PATHS.authorize },
  steam: { title: "Steam", path: STEAM_PATHS.openId },
  epic: { title: "Epic Games", path: EPIC_PATHS.authorize },
  microsoft: { title: "Microsoft, Xbox and Minecraft", path: MICROSOFT_PATHS.authorize },
} as const;

/** Who exists on the imitated platforms, for the overview. */
export const identitySection = (): string => {
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
