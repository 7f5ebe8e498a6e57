import { NO_TRUSTED_TYPES, policyHashOf, THEME_PATH } from "#server/http/window-page.ts";
/** Style and script of `/api/docs`. They stand in the page, which names them by their hashes. */
import { MESSAGES } from "#shared/messages.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { GuidePart } from "./documents.ts";
import type { JsonSchema, OpenApiDocument, Operation } from "./openapi.ts";

const STYLE = `
:root { --line: var(--color-ground-600); --text: var(--color-ink); --muted: var(--color-muted); --accent: var(--color-accent); }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; background: var(--color-ground-950); color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--accent); text-underline-offset: 0.2em; }
a:focus-visible, button:focus-visible, pre:focus-visible { outline: 2px solid var(--color-accent-strong); outline-offset: 2px; }
h1 { font-size: clamp(2rem, 6vw, 3rem); line-height: 1.1; margin: 0.5rem 0 1rem; letter-spacing: -0.02em; }
h2 { font-size: 0.85rem; letter-spacing: 0.12em; text-transform: uppercase; color: var(--muted); margin: 2.5rem 0 0.75rem; }
h3 { font-size: 1.1rem; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 0.85rem; color: var(--muted); margin: 1.25rem 0 0.4rem; }
header p { color: var(--muted); margin: 0.25rem 0; }
code, pre { font: 0.9rem/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.75rem 1rem; background: var(--color-ground-900); border: 1px solid var(--line); border-radius: 0.5rem; overflow-x: auto; }
td pre { margin-top: 0.5rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; gap: 0.75rem; padding: 0.4rem 0; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--accent); }
article { border: 1px solid var(--line); border-radius: 0.75rem; background: var(--color-ground-850); padding: 1.25rem; margin: 0 0 1.5rem; }
article:target { border-color: var(--accent); }
.method { display: inline-block; min-width: 3.5rem; padding: 0.1rem 0.4rem; border-radius: 0.3rem; font-size: 0.8rem;
  font-weight: 700; text-align: center; background: var(--color-ground-700); color: var(--color-moss); }
.method.post, .method.put { color: var(--accent); }
.method.delete { color: var(--color-ember); }
.anchor { color: var(--color-faint); }
.s2 { color: var(--color-moss); } .s3 { color: var(--muted); } .s4 { color: var(--accent); } .s5 { color: var(--color-ember); }
.curl { display: flex; gap: 0.5rem; align-items: start; }
.curl pre { flex: 1; min-width: 0; }
button { padding: 0.55rem 0.9rem; border: 1px solid var(--line);
  border-radius: 0.4rem; background: var(--color-ground-700); color: var(--text); font: inherit; font-size: 0.85rem; cursor: pointer; }
button:hover { border-color: var(--accent); }
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

const SCRIPT = `
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

/** The content policy of the page: its own script and style by their hashes, and nothing else. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `script-src ${policyHashOf(SCRIPT)}`,
  `style-src 'self' ${policyHashOf(STYLE)}`,
  "img-src 'self' data:",
  // Of the look, whose face no text here is set in: some browsers fetch it all the same.
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  NO_TRUSTED_TYPES,
].join("; ");

/** A sentence of ours, with what stands between backticks set as code. */
const withCode = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** A JSON schema as one would write the type: `{ name: string, voteUrl: string | null }`. */
const typeText = (schema: JsonSchema, indent = ""): string => {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined)
    return alternatives.map((one) => typeText(one, indent)).join(" | ");
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `${typeText((schema.items ?? {}) as JsonSchema, indent)}[]`;
  if (schema.type === "object" && schema.properties !== undefined) {
    const inner = `${indent}  `;
    const lines = Object.entries(schema.properties).map(([name, field]) => {
      const mark = schema.required?.includes(name) === true ? "" : "?";
      return `${inner}${name}${mark}: ${typeText(field as JsonSchema, inner)}`;
    });
    return `{\n${lines.join("\n")}\n${indent}}`;
  }
  return Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "anything");
};

const contentText = (content: Record<string, { schema: JsonSchema }> | undefined) =>
  Object.entries(content ?? {})
    .map(([type, { schema }]) =>
      type === "text/plain" ? "one sentence, as text/plain" : typeText(schema),
    )
    .join("\n");

const exampleValue = (schema: JsonSchema): unknown =>
  schema.enum?.[0] ?? schema.const ?? (schema.type === "integer" ? 1 : "…");

/** True of what is called with a bridge key instead of a member's token. */
const isForPlugins = ({ security = [] }: Operation): boolean =>
  security.some((scheme) => "bridgeKey" in scheme);

const needsText = (operation: Operation): string => {
  if (operation.security === undefined) return "";
  return isForPlugins(operation) ? " Needs a bridge key." : " Needs a bearer token.";
};

const partHtml = ({ title, paragraphs, rows = [] }: GuidePart): string => {
  const cells = rows.map(
    (row) => `<tr>${row.map((text) => `<td>${withCode(text)}</td>`).join("")}</tr>`,
  );
  const table =
    rows.length === 0 ? "" : `<table class="guide"><tbody>${cells.join("")}</tbody></table>`;
  return `<article><h3>${escapeHtml(title)}</h3>${paragraphs.map((text) => `<p>${withCode(text)}</p>`).join("")}${table}</article>`;
};

const curlText = (origin: string, path: string, method: string, operation: Operation) => {
  const filled = operation.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce(
      (text, { name, schema }) => text.replace(`{${name}}`, String(exampleValue(schema))),
      path,
    );
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema }) => `${name}=${String(exampleValue(schema))}`);
  const address = `${origin}${filled}`;
  const url = query.length === 0 ? address : `'${address}?${query.join("&")}'`;
  const parts = [method === "get" ? `curl ${url}` : `curl -X ${method.toUpperCase()} ${url}`];
  const token = isForPlugins(operation) ? "$BRIDGE_KEY" : "$TOKEN";
  if (operation.security !== undefined) parts.push(`-H "Authorization: Bearer ${token}"`);
  if (operation.requestBody !== undefined) {
    const schema = operation.requestBody.content["application/json"]?.schema;
    const fields = Object.entries(schema?.properties ?? {}).map(([name, field]) => [
      name,
      exampleValue(field as JsonSchema),
    ]);
    parts.push(`--json '${JSON.stringify(Object.fromEntries(fields))}'`);
  }
  return parts.join(" \\\n  ");
};

const operationHtml = (origin: string, path: string, method: string, operation: Operation) => {
  const id = escapeHtml(operation.operationId);
  const parameters = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? "" : ", optional"}</td><td><code>${escapeHtml(typeText(schema))}</code></td></tr>`,
  );
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const body = contentText(response.content);
    return `<tr><td><code class="s${status.slice(0, 1)}">${status}</code></td><td>${withCode(response.description)}${body === "" ? "" : `<pre tabindex="0">${escapeHtml(body)}</pre>`}</td></tr>`;
  });
  const body = contentText(operation.requestBody?.content);
  return `<article id="${id}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a></h3>
<p>${withCode(operation.summary)}${needsText(operation)}</p>
<div class="curl"><pre tabindex="0">${escapeHtml(curlText(origin, path, method, operation))}</pre><button type="button" data-copy>Copy</button></div>
${parameters.length === 0 ? "" : `<h4>Parameters</h4><table class="parameters"><tbody>${parameters.join("")}</tbody></table>`}
${body === "" ? "" : `<h4>Body</h4><pre tabindex="0">${escapeHtml(body)}</pre>`}
<h4>Replies</h4><table><tbody>${responses.join("")}</tbody></table>
</article>`;
};

/** The page that shows the document to people. @param guide for those who write plugins. */
export const docsPage = (document: OpenApiDocument, guide: readonly GuidePart[]): string => {
  const origin = document.servers[0]?.url ?? "";
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const rows = all.filter(({ operation }) => operation.tags.includes(name));
    return {
      name,
      links: rows.map(
        ({ path, method, operation }) =>
          `<li><a href="#${escapeHtml(operation.operationId)}"><span class="method ${method}">${method.toUpperCase()}</span> ${escapeHtml(path)}</a></li>`,
      ),
      articles: rows.map(({ path, method, operation }) =>
        operationHtml(origin, path, method, operation),
      ),
    };
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<link rel="stylesheet" href="${THEME_PATH}">
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="home"><a href="/">${escapeHtml(new URL(origin).host)}</a></p>
<h1>${escapeHtml(document.info.title)}</h1>
<p>${withCode(document.info.description)}</p>
<p>Base address <code>${escapeHtml(origin)}</code> · version ${escapeHtml(document.info.version)} · <a href="/api/openapi.json">OpenAPI document</a></p>
</header>
<nav aria-label="Calls"><h2>Guide</h2><ul><li><a href="#plugin-guide">For plugin authors</a></li></ul>${sections.map(({ name, links }) => `<h2>${escapeHtml(name)}</h2><ul>${links.join("")}</ul>`).join("")}</nav>
<main><section id="plugin-guide"><h2>Guide for plugin authors</h2>${guide.map(partHtml).join("")}</section>${sections.map(({ name, articles }) => `<section><h2>${escapeHtml(name)}</h2>${articles.join("")}</section>`).join("")}</main>
<p role="status" aria-live="polite" id="said"></p>
<script>${SCRIPT}</script>
</body>
</html>
`;
};
