/**
 * The program of the browser tests' sites. It hashes passwords quickly, has its pages rendered at
 * RENDERER_URL, and draws a link's preview when it is asked for: to draw all of them takes ten seconds of a
 * core for each site, and hardly a test looks at one.
 */

import "#tests/support/quick-passwords.ts";
import { readRenderAnswer, renderQuestion, type RenderSite } from "#server/http/render-site.ts";
import { assetsBesideSource, run } from "#server/main.ts";

const { RENDERER_URL = "" } = process.env;

const render: RenderSite = async (work, signal, onPage) => {
  const options = {
    method: "POST",
    body: (await Array.fromAsync(renderQuestion(work))).join(""),
    timeout: false,
    ...(signal && { signal }),
  };
  const { ok, body, status } = await fetch(RENDERER_URL, options);
  const rendered = ok && body !== null ? await readRenderAnswer(body, onPage) : null;
  if (rendered === null) throw new Error(`The renderer answered ${status}, and not to the end.`);
  return rendered;
};

process.exit(await run(["serve"], process.env, assetsBesideSource, { render, drawsAhead: false }));
