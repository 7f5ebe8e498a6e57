import type { RestRow } from "./row.ts";

/** One way to put what a procedure gives, beside JSON. */
export type Format = {
  /** Its media type, without parameters. */
  type: `text/${string}`;
  /** What a browser saves it as. */
  fileName: (result: unknown) => string;
  render: (result: unknown) => string;
};

const JSON_TYPE = "application/json";

type Wish = { type: string; quality: number };

/** What `Accept` asks for, as far as it can be read. */
const wishesOf = (accept: string): Wish[] =>
  accept.split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const given = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
    const quality = given === undefined ? 1 : Number(given);
    return { type, quality: Number.isFinite(quality) ? quality : 0 };
  });

const matches = (wish: string, type: string): boolean =>
  wish === "*/*" || wish === type || wish === `${type.split("/")[0]}/*`;

/** How much a type is wanted: what names it more exactly decides. */
const qualityOf = (wishes: readonly Wish[], type: string): number => {
  const fitting = wishes
    .filter((wish) => matches(wish.type, type))
    .toSorted((a, b) => a.type.split("*").length - b.type.split("*").length);
  return fitting[0]?.quality ?? 0;
};

/**
 * Puts a result as `Accept` wants it: as JSON unless it names another format of the row.
 * @returns null where that is JSON.
 */
export const formatReply = (
  { formats = [] }: RestRow,
  accept: string | null,
  result: unknown,
): Response | null => {
  if (accept === null) return null;
  const wishes = wishesOf(accept);
  let best: Format | null = null;
  let quality = qualityOf(wishes, JSON_TYPE);
  for (const format of formats) {
    const wanted = qualityOf(wishes, format.type);
    if (wanted > quality) [best, quality] = [format, wanted];
  }
  if (best === null) return null;
  return new Response(best.render(result), {
    headers: {
      "cache-control": "no-store",
      "content-type": `${best.type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${best.fileName(result)}"`,
      vary: "Accept",
    },
  });
};
