import { keepPreviousData } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { hasStacks, isLine, tidyLine } from "#shared/rules/lines.ts";
import { isPageShown } from "./page-marks.ts";

/** False where the browser itself leads back to a place on the page, which must be there. */
const isNewVisit = () =>
  typeof performance === "undefined" ||
  performance
    .getEntriesByType("navigation")
    .every((entry) => !("type" in entry) || entry.type === "navigate");

/**
 * While the page opens, what a phone shows of it at first is drawn at once and the rest right after that: what can
 * be seen need not wait. Later all is drawn at once, so that a way back finds its place again.
 * @param hasRest whether it is known yet what there is to draw, and that it is more.
 * @returns whether the rest is to be drawn.
 */
export const useInTurn = (hasRest: boolean): boolean => {
  const [isRestDrawn, setRestDrawn] = useState(() => isPageShown() || !isNewVisit());
  useEffect(() => {
    if (hasRest) startTransition(() => setRestDrawn(true));
  }, [hasRest]);
  return isRestDrawn;
};

/** Options of every query for a list that comes in pages. Narrowed, it keeps its rows until the answer. */
export const PAGED = {
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
} as const;

/** What the pages hold that were loaded so far; undefined until the first has come. */
export const itemsOf = <Item>(
  list: { pages: readonly { items: readonly Item[] }[] } | undefined,
): Item[] | undefined => list?.pages.flatMap(({ items }) => items);

/** The change that takes everything out of an address by which a list can be narrowed. */
export const clearedSearch = <Name extends string>(schema: {
  names: readonly Name[];
}): Record<Name, undefined> =>
  Object.fromEntries(schema.names.map((name) => [name, undefined])) as Record<Name, undefined>;

/** Whether a list shows less than everything. @param input what the server is asked for. */
export const isNarrowed = (input: object): boolean =>
  Object.values(input).some((value) => value !== undefined);

/** What is searched for by a text; undefined for nothing, and for what nobody can search for. */
export const searchTermsIn = (text: string | undefined): string | undefined => {
  if (text === undefined || !isLine(text) || hasStacks(text)) return undefined;
  const terms = tidyLine(text);
  return terms === "" || terms.length > LENGTHS.search ? undefined : terms;
};

/** A day in an address, "2026-12-01"; undefined for what is none. */
export const dayIn = (text: string | undefined): string | undefined => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text ? text : undefined;
};

/** Midnight with which a day begins here, some days later. */
const midnight = (text: string, daysLater = 0): string => {
  const at = new Date(`${text}T00:00:00`);
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
};

/** The days of a period in an address, and the moments between which they lie here. */
export const periodIn = (search: { from?: string | undefined; to?: string | undefined }) => {
  const [first, last] = [dayIn(search.from), dayIn(search.to)];
  return {
    days: { from: first, to: last },
    moments: { from: first && midnight(first), until: last && midnight(last, 1) },
  };
};

/** An id in an address; undefined for what cannot be one. */
export const idIn = (text: string | undefined): string | undefined =>
  text === undefined || text === "" || text.length > LENGTHS.id ? undefined : text;
