import { trpc } from "#client/lib/trpc.ts";
import type { Json } from "./content.ts";
import { titlesIn } from "./simple-inputs.tsx";

/** The titles of the community's own pages, by their keys. */
export type PageTitles = Readonly<Record<string, string>>;

/** Those of the draft, where there is one. */
export const usePageTitles = (): PageTitles => {
  const { data } = trpc.site.section.useQuery({ section: "pages" });
  return titlesIn((data?.draft ?? data?.published) as Json | undefined);
};
