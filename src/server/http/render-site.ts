import type * as renderer from "#client/prerender.tsx";
import { errorFields, type LogFields } from "#server/core/log.ts";
import type { LinkPreview, SiteConfig } from "#shared/schemas/site.ts";
import { packPage, type PackedPage } from "./pack-page.ts";

/** Path and query of a page to render, and what it shows. */
export type PageWork = { address: string } & renderer.PageData;

export type RenderWork = {
  site: SiteConfig;
  /** The bundler's page. */
  template: string;
  /** Taken one by one, so that their order may still change while they are rendered. */
  pages: Iterable<PageWork> | AsyncIterable<PageWork>;
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

type Failed = RenderedSite["failed"][number];

/**
 * Renders in this process, one page after the other; one that fails keeps no other from it.
 * @param onFailed is told of each that fails, as soon as it has.
 */
export const renderHere =
  (load: LoadPrerender = loadClient, onFailed: (failed: Failed) => void = () => {}): RenderSite =>
  async ({ site, template, pages: wanted, withScreens }, signal, onPage) => {
    const { prerender, appScreens } = await load();
    const pages: RenderedPage[] = [];
    const failed: Failed[] = [];
    const previews: LinkPreview[] = [];
    for await (const { address, ...shown } of wanted) {
      if (signal?.aborted === true) break;
      try {
        const { head, body, status, preview } = await prerender(address, site, shown);
        const packed = await packPage(template, { head, body, site, ...shown });
        const page = { address, status, ...packed };
        pages.push(page);
        onPage?.(page);
        previews.push(preview);
      } catch (error) {
        const one = { address, why: errorFields(error) };
        failed.push(one);
        onFailed(one);
      }
    }
    const screens = withScreens ? await appScreens(site) : [];
    // Where a part of the address is open, each page of it has been rendered or is for members alone.
    previews.push(
      ...screens.filter(({ path }) => !path.includes("$")).map(({ preview }) => preview),
    );
    return { pages, failed, screens, previews };
  };

/** A page, one that failed, or what is known at the end. */
type Sent =
  | (Omit<RenderedPage, "br"> & { br: string })
  | Failed
  | Omit<RenderedSite, "pages" | "failed">;

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

const linesOf = async function* (stream: Bytes): AsyncGenerator<string> {
  let parts: string[] = [];
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    const [end = "", ...lines] = part.split("\n");
    parts.push(end);
    for (const begun of lines) {
      yield parts.join("");
      parts = [begun];
    }
  }
};

const RENDERING_MAX_MS = 60_000;
/** The next page is on its way while one is rendered, and no other: whoever waits for theirs is third at most. */
const PAGES_AHEAD = 2;

/** Screens with the same shell share it: one has 50 kB, and most of forty screens have that. */
const withSharedShells = (screens: RenderedSite["screens"]): RenderedSite["screens"] => {
  const kept = new Map<string, string>();
  return screens.map(({ shell, ...screen }) => {
    const known = kept.get(shell) ?? shell;
    kept.set(known, known);
    return Object.assign(screen, { shell: known });
  });
};

/**
 * Reads what `answerRenderWork` writes.
 * @param onPage is given each page as soon as it is there.
 * @param onAnswer is called for each page, whether it could be rendered or not.
 * @returns null where it ends too early.
 */
export const readRenderAnswer = async (
  answer: Bytes,
  onPage?: (page: RenderedPage) => void,
  onAnswer?: () => void,
): Promise<RenderedSite | null> => {
  const pages: RenderedPage[] = [];
  const failed: Failed[] = [];
  for await (const line of linesOf(answer)) {
    const sent = JSON.parse(line) as Sent;
    if (!("address" in sent))
      return { ...sent, pages, failed, screens: withSharedShells(sent.screens) };
    if ("br" in sent) {
      const page = { ...sent, br: Buffer.from(sent.br, "base64") };
      pages.push(page);
      onPage?.(page);
    } else failed.push(sent);
    onAnswer?.();
  }
  return null;
};

/** Work as `answerRenderWork` reads it: a line for what all pages share, and one for each page. */
export const renderQuestion = async function* ({
  pages,
  ...shared
}: RenderWork): AsyncGenerator<string> {
  yield `${JSON.stringify(shared)}\n`;
  for await (const page of pages) yield `${JSON.stringify(page)}\n`;
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
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
      timeout: RENDERING_MAX_MS,
      ...(signal !== undefined && { signal }),
    });
    const question = renderQuestion(work);
    const askNext = async () => {
      const { value, done } = await question.next();
      try {
        if (done === true) await child.stdin.end();
        else {
          await child.stdin.write(value);
          await child.stdin.flush();
        }
      } catch {
        // It has ended, and its exit code says why.
      }
    };
    const ask = async () => {
      for (let line = 0; line <= PAGES_AHEAD; line += 1) await askNext();
    };
    const [complaint, code, rendered] = await Promise.all([
      new Response(child.stderr).text(),
      child.exited,
      readRenderAnswer(child.stdout, onPage, () => void askNext()),
      ask(),
    ]);
    if (code !== 0 || rendered === null)
      throw new Error(`The rendering of pages ended with ${code}: ${complaint}`);
    return rendered;
  };

const pagesIn = async function* (lines: AsyncGenerator<string>): AsyncGenerator<PageWork> {
  for await (const line of lines) yield JSON.parse(line) as PageWork;
};

/**
 * The other side of `renderApart` and `readRenderAnswer`.
 * @param question the lines of `renderQuestion`, as they come.
 * @param write is given the answer: each page as a line as soon as it is there, and the rest as the last.
 */
export const answerRenderWork = async (
  question: Bytes,
  write: (line: string) => unknown,
): Promise<void> => {
  const send = (sent: Sent) => write(`${JSON.stringify(sent)}\n`);
  const lines = linesOf(question);
  const { value: shared } = await lines.next();
  const { screens, previews } = await renderHere(loadClient, send)(
    { ...(JSON.parse(String(shared)) as Omit<RenderWork, "pages">), pages: pagesIn(lines) },
    undefined,
    (page) => send({ ...page, br: page.br.toString("base64") }),
  );
  send({ screens, previews });
};
