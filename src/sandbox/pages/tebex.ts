import { escapeHtml } from "#shared/escape-html.ts";
import { page } from "./page.ts";

/** A page of imitated Tebex that says one thing. */
export const tebexPage = (title: string, text: string, status = 200): Response =>
  new Response(
    page(
      title,
      `<article class="card"><p class="tag">Tebex, imitated</p>
<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></article>`,
    ),
    { status, headers: { "content-type": "text/html; charset=utf-8" } },
  );
