import { z } from "zod";
import { adminProcedure, router } from "#server/procedures/init.ts";
import {
  draftInput,
  mergedDraft,
  mergeInput,
  publishedVersion,
  publishInput,
  restoreInput,
  savedDraft,
  sectionInput,
  siteChanges,
  siteOverview,
  siteProblems,
  siteSection,
  siteVersion,
  siteVersionPage,
  versionInput,
  versionsInput,
} from "#shared/schemas/site-document.ts";
import { siteConfig } from "#shared/schemas/site.ts";
import { discardDraft, mergeDraft, saveDraft } from "./drafts.ts";
import { publishDrafts, restoreVersion } from "./publish.ts";
import {
  checkSite,
  listVersions,
  previewSite,
  readChanges,
  readOneVersion,
  readOverview,
  readSection,
} from "./read.ts";

/** The site's document: its drafts, its versions, and what is published. */
export const siteRouter = router({
  overview: adminProcedure.output(siteOverview).query(({ ctx }) => readOverview(ctx)),
  section: adminProcedure
    .input(sectionInput)
    .output(siteSection)
    .query(({ ctx, input }) => readSection(ctx, input)),
  saveDraft: adminProcedure
    .input(draftInput)
    .output(savedDraft)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discardDraft: adminProcedure
    .input(sectionInput)
    .output(z.void())
    .mutation(({ ctx, input }) => discardDraft(ctx, input)),
  /** What is wrong with the document as it would be published, and what may be. */
  check: adminProcedure.output(siteProblems).query(({ ctx }) => checkSite(ctx)),
  changes: adminProcedure.output(siteChanges).query(({ ctx }) => readChanges(ctx)),
  publish: adminProcedure
    .input(publishInput)
    .output(publishedVersion)
    .mutation(({ ctx, input }) => publishDrafts(ctx, input)),
  merge: adminProcedure
    .input(mergeInput)
    .output(mergedDraft)
    .mutation(({ ctx, input }) => mergeDraft(ctx, input)),
  versions: adminProcedure
    .input(versionsInput)
    .output(siteVersionPage)
    .query(({ ctx, input }) => listVersions(ctx, input)),
  version: adminProcedure
    .input(versionInput)
    .output(siteVersion)
    .query(({ ctx, input }) => readOneVersion(ctx, input)),
  restore: adminProcedure
    .input(restoreInput)
    .output(publishedVersion)
    .mutation(({ ctx, input }) => restoreVersion(ctx, input)),
  /** What browsers would be told with all drafts that are good. */
  previewConfig: adminProcedure.output(siteConfig).query(({ ctx }) => previewSite(ctx)),
});
