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

export type RenderedSite = {
  pages: readonly (PackedPage & { address: string; status: number })[];
  /** Pages that could not be rendered, and why. */
  failed: readonly { address: string; why: LogFields }[];
  screens: readonly renderer.AppScreen[];
  /** Of these pages and screens. */
  previews: readonly LinkPreview[];
};

/**
 * Renders the pages of the site.
 * @param signal ends it early.
 */
export type RenderSite = (work: RenderWork, signal?: AbortSignal) => Promise<RenderedSite>;

/** Loads the renderer of pages, which brings the whole client along. */
export type LoadPrerender = () => Promise<Pick<typeof renderer, "prerender" | "appScreens">>;

const loadClient: LoadPrerender = () => import("#client/prerender.tsx");

/** Renders in this process, one page after the other; one that fails keeps no other from it. */
export const renderHere =
  (load: LoadPrerender = loadClient): RenderSite =>
  async ({ site, template, pages: wanted, withScreens }, signal) => {
    const { prerender, appScreens } = await load();
    const pages: RenderedSite["pages"][number][] = [];
    const failed: RenderedSite["failed"][number][] = [];
    const previews: LinkPreview[] = [];
    for (const { address, ...shown } of wanted) {
      if (signal?.aborted === true) break;
      try {
        const { head, body, status, preview } = await prerender(address, site, shown);
        const page = await packPage(template, { head, body, site, ...shown });
        pages.push({ address, status, ...page });
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

type Sent = Omit<RenderedSite, "pages"> & {
  pages: readonly (Omit<RenderedSite["pages"][number], "br" | "gzip"> &
    Record<"br" | "gzip", string>)[];
};

const RENDERING_MAX_MS = 60_000;

/**
 * Renders in a process of its own, which ends when it has: React, the screens and what renders them
 * would stay in the memory of this one for good.
 * @param command starts a process that answers with `answerRenderWork`.
 */
export const renderApart =
  (command: readonly string[]): RenderSite =>
  async (work, signal) => {
    const child = Bun.spawn([...command], {
      stdin: new Blob([JSON.stringify(work)]),
      stdout: "pipe",
      stderr: "pipe",
      timeout: RENDERING_MAX_MS,
      ...(signal !== undefined && { signal }),
    });
    const [answer, complaint, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    if (code !== 0) throw new Error(`The rendering of pages ended with ${code}: ${complaint}`);
    const { pages, ...others } = JSON.parse(answer) as Sent;
    return {
      ...others,
      pages: pages.map(({ address, status, etag, br, gzip }) => ({
        address,
        status,
        etag,
        br: Buffer.from(br, "base64"),
        gzip: Buffer.from(gzip, "base64"),
      })),
    };
  };

/**
 * The other side of `renderApart`.
 * @param question what its process reads. @returns what it writes.
 */
export const answerRenderWork = async (question: string): Promise<string> => {
  const { pages, ...others } = await renderHere()(JSON.parse(question) as RenderWork);
  const sent: Sent = {
    ...others,
    pages: pages.map(({ address, status, etag, br, gzip }) => ({
      address,
      status,
      etag,
      br: br.toString("base64"),
      gzip: gzip.toString("base64"),
    })),
  };
  return JSON.stringify(sent);
};
