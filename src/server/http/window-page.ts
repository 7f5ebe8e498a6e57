import { createHash } from "node:crypto";

/** How the small pages of these windows look: the site's colours, without its files. */
export const WINDOW_STYLE = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem;
  background: radial-gradient(80% 60% at 50% 0, #1d2b23, #070b09) #070b09;
  color: #e9efe6; font: 1.1rem/1.55 system-ui, sans-serif; }
main { width: 100%; max-width: 24rem; padding: 2.5rem 1.75rem; text-align: center;
  background: linear-gradient(#111a15, #0b110e); border: 1px solid #1d2b23; border-radius: 14px; }
svg { width: 5rem; height: auto; }
h1 { margin: 1.25rem 0 .5rem; font-size: 1.5rem; line-height: 1.2; }
p { margin: 0; color: #a3b3a8; text-wrap: pretty; }
button { margin-top: 1.75rem; min-height: 2.75rem; padding: 0 1.75rem; border: 0;
  border-radius: 8px; background: #f5b83d; color: #070b09; font: 600 1rem/1 system-ui, sans-serif;
  cursor: pointer; }
button:hover { background: #ffd166; }
button:focus-visible { outline: 2px solid #ffd166; outline-offset: 3px; }
.next { margin-top: .75rem; font-size: .95rem; }
.bar { display: block; height: 4px; margin-top: 1.75rem; border-radius: 2px; background: #f5b83d;
  transform-origin: left; animation: fill 3s linear both; }
@keyframes fill { from { transform: scaleX(0); } }
@media (prefers-reduced-motion: reduce) { .bar { animation: none; } }
#stuck { margin-top: 1.75rem; color: #e9efe6; }
[hidden] { display: none; }
body[data-next] main { visibility: hidden; }
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** For pages that never make a script, or markup, of a text. */
export const NO_TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types 'none'";

/** The content policy of a page that is its own script and `WINDOW_STYLE`, and nothing else. */
export const windowPolicy = (script: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(WINDOW_STYLE)}`,
    // The icon that is none.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    NO_TRUSTED_TYPES,
  ].join("; ");

/** A hexagon with a sign: what came of it, at a glance. */
export const emblem = (colour: string, sign: string) =>
  `<svg viewBox="0 0 104 120" fill="none" stroke="${colour}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M52 6 99 33v54L52 114 5 87V33z" fill="#0f1713"/><path d="${sign}" stroke-width="8"/></svg>`;

export const GREEN_TICK = emblem("#7fd18a", "M33 61 47 75 73 46");

/** JSON that may stand in a `<script>`: no `<` closes it or opens a comment. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
