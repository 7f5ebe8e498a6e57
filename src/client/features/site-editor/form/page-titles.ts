import { titlesIn, useDrafted } from "./references.ts";

/** The titles of the community's own pages, by their keys. */
export type PageTitles = Readonly<Record<string, string>>;

/** Those of the draft, where there is one. */
export const usePageTitles = (): PageTitles => titlesIn(useDrafted("pages"));
