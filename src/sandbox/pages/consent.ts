import type { DiscordPersona } from "#sandbox/identity/personas.ts";
import { page } from "./page.ts";
import { escapeHtml } from "#shared/escape-html.ts";

const STYLES = `<style>
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

const button = (persona: DiscordPersona, cdn: string) => {
  const name = persona.globalName ?? persona.username;
  const [initial = "?"] = name;
  const picture =
    persona.avatar === null
      ? `<span class="none" aria-hidden="true">${escapeHtml(initial)}</span>`
      : `<img src="${cdn}/avatars/${persona.id}/${persona.avatar}.png?size=64" alt="">`;
  return `<button class="persona" name="persona" value="${persona.key}">${picture}
<strong><bdi>${escapeHtml(name)}</bdi></strong><small>${escapeHtml(persona.about)}</small></button>`;
};

/**
 * Discord's question whether a site may know who somebody is.
 * @param parameters of the authorisation address, which come back with the answer.
 * @param place paths of the page itself and of the pictures.
 */
export const consentPage = (
  personas: readonly DiscordPersona[],
  parameters: URLSearchParams,
  place: { authorize: string; cdn: string },
): string => {
  const site = URL.parse(parameters.get("redirect_uri") ?? "")?.host ?? "";
  const kept = [...parameters]
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join("");
  return page(
    "Discord consent",
    `${STYLES}<article class="card consent"><p class="tag">Discord, imitated</p>
<h1>Who are you today?</h1>
<p><code>${escapeHtml(site)}</code> asks to know your Discord name and picture. Pick a persona to
agree.</p>
<form method="get" action="${place.authorize}">${kept}
${personas.map((persona) => button(persona, place.cdn)).join("\n")}
<button class="deny" name="persona" value="deny">Cancel</button></form></article>`,
  );
};

/** What a person sees where the request itself is wrong: there is no safe way back to the site. */
export const consentRefusedPage = (reason: string): string =>
  page(
    "Discord consent",
    `<article class="card"><p class="tag">Discord, imitated</p>
<h1>This request is not valid</h1><p>${escapeHtml(reason)}</p></article>`,
  );
