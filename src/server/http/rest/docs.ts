import { createHash } from "node:crypto";
import { NO_TRUSTED_TYPES } from "#server/http/window-page.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import { SCRIPT, STYLE } from "./docs-assets.ts";
import type { JsonSchema, OpenApiDocument, Operation } from "./openapi.ts";
import { PLUGIN_GUIDE } from "./plugin-guide.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The content policy of the page: its own script and style by their hashes, and nothing else. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "img-src 'self' data:",
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

const guideHtml = PLUGIN_GUIDE.map(({ title, paragraphs, rows = [] }) => {
  const cells = rows.map(
    (row) => `<tr>${row.map((text) => `<td>${withCode(text)}</td>`).join("")}</tr>`,
  );
  const table =
    rows.length === 0 ? "" : `<table class="guide"><tbody>${cells.join("")}</tbody></table>`;
  return `<article><h3>${escapeHtml(title)}</h3>${paragraphs.map((text) => `<p>${withCode(text)}</p>`).join("")}${table}</article>`;
}).join("");

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

/** The page that shows the document to people. */
export const docsPage = (document: OpenApiDocument): string => {
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
<meta name="color-scheme" content="dark">
<title>${escapeHtml(document.info.title)}</title>
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
<main><section id="plugin-guide"><h2>Guide for plugin authors</h2>${guideHtml}</section>${sections.map(({ name, articles }) => `<section><h2>${escapeHtml(name)}</h2>${articles.join("")}</section>`).join("")}</main>
<p role="status" aria-live="polite" id="said"></p>
<script>${SCRIPT}</script>
</body>
</html>
`;
};
