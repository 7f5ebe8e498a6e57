import type * as renderer from "#client/prerender.tsx";
import { errorFields, type LogFields } from "#server/core/log.ts";
import type { LinkPreview, SiteConfig } from "#shared/schemas/site.ts";
import { packPage, type PackedPage } from "./pack-page.ts";

export type RenderWork = {
  site: SiteConfig;
  /** The bundler's page. */
  template: string;
  /** Path and query of each page to render, and what it shows. */
  pages: readonly ({ address: string } & renderer.PageData)[];
  /** Whether the other screens are asked for, too. */
  withScreens: boolean;
};

export type RenderedPage = PackedPage & { address: string; status: number };

export type RenderedSite = {
  pages: readonly RenderedPage[];
  /** Pages that could not be rendered, and why. */
  failed: readonly { address: string; why: LogFields }[];
  screens: readonly renderer.AppScreen[];
  /** Of these pages and screens. */
  previews: readonly LinkPreview[];
};

/**
 * Renders the pages of the site, in the order in which they are named.
 * @param signal ends it early.
 * @param onPage is given each page as soon as it is there.
 */
export type RenderSite = (
  work: RenderWork,
  signal?: AbortSignal,
  onPage?: (page: RenderedPage) => void,
) => Promise<RenderedSite>;

/** Loads the renderer of pages, which brings the whole client along. */
export type LoadPrerender = () => Promise<Pick<typeof renderer, "prerender" | "appScreens">>;

const loadClient: LoadPrerender = () => import("#client/prerender.tsx");

/** Renders in this process, one page after the other; one that fails keeps no other from it. */
export const renderHere =
  (load: LoadPrerender = loadClient): RenderSite =>
  async ({ site, template, pages: wanted, withScreens }, signal, onPage) => {
    const { prerender, appScreens } = await load();
    const pages: RenderedPage[] = [];
    const failed: RenderedSite["failed"][number][] = [];
    const previews: LinkPreview[] = [];
    for (const { address, ...shown } of wanted) {
      if (signal?.aborted === true) break;
      try {
        const { head, body, status, preview } = await prerender(address, site, shown);
        const packed = await packPage(template, { head, body, site, ...shown });
        const page = { address, status, ...packed };
        pages.push(page);
        onPage?.(page);
        previews.push(preview);
      } catch (error) {
        failed.push({ address, why: errorFields(error) });
      }
    }
    const screens = withScreens ? await appScreens(site) : [];
    // Where a part of the address is open, each page of it has been rendered or is for members alone.
    previews.push(
      ...screens.filter(({ path }) => !path.includes("$")).map(({ preview }) => preview),
    );
    return { pages, failed, screens, previews };
  };

type Sent =
  | (Omit<RenderedPage, "br" | "gzip"> & Record<"br" | "gzip", string>)
  | Omit<RenderedSite, "pages">;

const pageIn = (sent: Sent): RenderedPage | null =>
  "address" in sent
    ? { ...sent, br: Buffer.from(sent.br, "base64"), gzip: Buffer.from(sent.gzip, "base64") }
    : null;

const RENDERING_MAX_MS = 60_000;

/**
 * Reads what `answerRenderWork` writes.
 * @param onPage is given each page as soon as it is there.
 * @returns null where it ends too early.
 */
export const readRenderAnswer = async (
  answer: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPage?: (page: RenderedPage) => void,
): Promise<RenderedSite | null> => {
  const pages: RenderedPage[] = [];
  let others: Omit<RenderedSite, "pages"> | undefined;
  const take = (line: string) => {
    const sent = JSON.parse(line) as Sent;
    const page = pageIn(sent);
    if (page === null) others = sent as Omit<RenderedSite, "pages">;
    else {
      pages.push(page);
      onPage?.(page);
    }
  };
  let parts: string[] = [];
  for await (const part of answer.pipeThrough(new TextDecoderStream())) {
    const [end = "", ...lines] = part.split("\n");
    parts.push(end);
    for (const begun of lines) {
      take(parts.join(""));
      parts = [begun];
    }
  }
  return others === undefined ? null : { pages, ...others };
};

/**
 * Renders in a process of its own, which ends when it has: React, the screens and what renders them
 * would stay in the memory of this one for good.
 * @param command starts a process that answers with `answerRenderWork`.
 */
export const renderApart =
  (command: readonly string[]): RenderSite =>
  async (work, signal, onPage) => {
    const child = Bun.spawn([...command], {
      stdin: new Blob([JSON.stringify(work)]),
      stdout: "pipe",
      stderr: "pipe",
      timeout: RENDERING_MAX_MS,
      ...(signal !== undefined && { signal }),
    });
    const [complaint, code, rendered] = await Promise.all([
      new Response(child.stderr).text(),
      child.exited,
      readRenderAnswer(child.stdout, onPage),
    ]);
    if (code !== 0 || rendered === null)
      throw new Error(`The rendering of pages ended with ${code}: ${complaint}`);
    return rendered;
  };

/**
 * The other side of `renderApart` and `readRenderAnswer`.
 * @param question the work, as JSON.
 * @param write is given the answer: each page as a line as soon as it is there, and the rest as the last.
 */
export const answerRenderWork = async (
  question: string,
  write: (line: string) => unknown,
): Promise<void> => {
  const send = (sent: Sent) => write(`${JSON.stringify(sent)}\n`);
  const { pages: _, ...others } = await renderHere()(
    JSON.parse(question) as RenderWork,
    undefined,
    (page) => send({ ...page, br: page.br.toString("base64"), gzip: page.gzip.toString("base64") }),
  );
  send(others);
};
