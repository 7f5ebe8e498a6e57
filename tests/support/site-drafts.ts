import type { SiteSection } from "#shared/constants/site.ts";
import type { TestPerson } from "./people.ts";

export type Part = Record<string, unknown>;

/** Saves a draft made of what is there. @returns its revision, and what is wrong with the site then. */
export const saveDraft = async (
  { site }: TestPerson,
  section: SiteSection,
  edit: (content: Part & Part[]) => unknown,
) => {
  const { published, draft, basedOn, draftRevision } = await site.section.query({ section });
  const content = edit(structuredClone(draft ?? published) as Part & Part[]);
  return await site.saveDraft.mutate({ section, content, basedOn, revision: draftRevision });
};
