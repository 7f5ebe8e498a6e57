import { fieldsOf, sendProblem } from "#client/lib/api-error.ts";
import type { trpc } from "#client/lib/trpc.ts";
import type { SiteSection } from "#shared/schemas/site-document.ts";
import { SETUP_FORMS } from "#shared/setup-wizard-messages.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];

/** What somebody is writing under Site is theirs: nothing is published over it. */
class DraftThere extends Error {
  override readonly name = "DraftThere";
}

/**
 * Publishes one section as a changed copy of what is published: draft and publication, as under Site.
 * @param change makes the new content of the present one.
 * @throws {DraftThere}, or what the server refuses; then no draft is left behind.
 */
export const publishSection = async (
  { site }: Client,
  section: SiteSection,
  change: (content: unknown) => unknown,
): Promise<void> => {
  const { published, draft, draftRevision, version } = await site.section.query({ section });
  if (draft !== null) throw new DraftThere();
  const content = change(published);
  await site.saveDraft.mutate({ section, content, basedOn: version, revision: draftRevision });
  try {
    await site.publish.mutate({ sections: [section], note: SETUP_FORMS.note, version });
  } catch (error) {
    await site.discardDraft.mutate({ section }).catch(() => undefined);
    throw error;
  }
};

/** What is said of a publication that failed: the first thing that is wrong with a field, if anything is. */
export const publishProblem = (error: unknown): string => {
  if (error instanceof DraftThere) return SETUP_FORMS.draftThere;
  const [field] = Object.entries(fieldsOf(error));
  const { sentence } = sendProblem(error, SETUP_FORMS.publishFailed);
  return field === undefined ? sentence : `${sentence} ${field[0]}: ${field[1]}`;
};
