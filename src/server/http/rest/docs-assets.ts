/** Style and script of `/api/docs`. They stand in the page, which names them by their hashes. */
import { MESSAGES } from "#shared/messages.ts";
export const STYLE = `
:root { color-scheme: dark; --line: #2a3c32; --text: #e9efe6; --muted: #a3b3a8; --amber: #f5b83d; }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; background: #070b09; color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--amber); text-underline-offset: 0.2em; }
a:focus-visible, button:focus-visible, pre:focus-visible { outline: 2px solid #ffd166; outline-offset: 2px; }
h1 { font-size: clamp(2rem, 6vw, 3rem); line-height: 1.1; margin: 0.5rem 0 1rem; letter-spacing: -0.02em; }
h2 { font-size: 0.85rem; letter-spacing: 0.12em; text-transform: uppercase; color: var(--muted); margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1.1rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 0.85rem; color: var(--muted); margin: 1.25rem 0 0.4rem; }
header p { color: var(--muted); margin: 0.25rem 0; }
code, pre { font: 0.9rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.75rem 1rem; background: #0b110e; border: 1px solid var(--line); border-radius: 0.5rem; overflow-x: auto; }
td pre { margin-top: 0.5rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; gap: 0.75rem; padding: 0.4rem 0; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--amber); }
article { border: 1px solid var(--line); border-radius: 0.75rem; background: #0f1713; padding: 1.25rem; margin: 0 0 1.5rem; }
article:target { border-color: var(--amber); }
.method { display: inline-block; min-width: 3.5rem; padding: 0.1rem 0.4rem; border-radius: 0.3rem; font-size: 0.8rem;
  font-weight: 700; text-align: center; background: #1d2b23; color: #7fd18a; }
.method.post, .method.put { color: var(--amber); }
.method.delete { color: #ff7a59; }
.anchor { color: #7d9085; text-decoration: none; }
.s2 { color: #7fd18a; } .s3 { color: var(--muted); } .s4 { color: var(--amber); } .s5 { color: #ff7a59; }
.curl { display: flex; gap: 0.5rem; align-items: start; }
.curl pre { flex: 1; min-width: 0; }
button { padding: 0.55rem 0.9rem; border: 1px solid var(--line);
  border-radius: 0.4rem; background: #1d2b23; color: var(--text); font: inherit; font-size: 0.85rem; cursor: pointer; }
button:hover { border-color: var(--amber); }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
td { padding: 0.5rem 0.75rem 0.5rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 4rem; }
.parameters td:first-child { width: 8rem; }
.parameters td:nth-child(2) { width: 7rem; color: var(--muted); }
.guide { table-layout: auto; } .guide td:first-child { width: 11rem; }
@media (max-width: 30rem) { .guide td { display: block; border: 0; padding: 0.1rem 0; } .guide td:first-child { border-top: 1px solid var(--line); padding-top: 0.5rem; width: auto; }
  .parameters td { display: block; width: auto; border: 0; padding: 0.1rem 0; }
  .parameters td:first-child { border-top: 1px solid var(--line); padding-top: 0.5rem; width: auto; } }
#said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

export const SCRIPT = `
const said = document.querySelector("#said");
for (const button of document.querySelectorAll("[data-copy]"))
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
      said.textContent = ${JSON.stringify(MESSAGES.copied)};
    } catch {
      getSelection().selectAllChildren(button.previousElementSibling);
    }
    setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 2000);
  });
`;
