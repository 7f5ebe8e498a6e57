import { escapeHtml } from "#shared/rules/text.ts";
import { page } from "./page.ts";

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
    `${STYLES}<article class="card consent"><p class="tag">${provider}, imitated</p>
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
