import { z } from "zod";
import { memberProcedure, permissionProcedure, router } from "#server/procedures/init.ts";
import { policyChanges, policyInput } from "#shared/schemas/consents.ts";
import {
  draftInput,
  fontInput,
  fontStyle,
  mailInput,
  mailPreview,
  maintenanceInput,
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
  storePackages,
  versionInput,
  versionLook,
  versionsInput,
} from "#shared/schemas/site-document.ts";
import { siteConfig } from "#shared/schemas/site.ts";
import { discardDraft, mergeDraft, saveDraft } from "./drafts.ts";
import { beginMaintenance, endMaintenance } from "./maintenance.ts";
import { publishDrafts, restoreVersion } from "./publish.ts";
import {
  checkSite,
  listStorePackages,
  listVersions,
  previewFont,
  previewMail,
  previewSite,
  previewVersion,
  readChanges,
  readOneVersion,
  readOverview,
  readPolicyChanges,
  readSection,
} from "./read.ts";

/** Closes the site to everybody but Admins, and opens it again. */
export const maintenanceRouter = router({
  begin: permissionProcedure("site")
    .input(maintenanceInput)
    .output(z.void())
    .mutation(({ ctx, input }) => beginMaintenance(ctx, input)),
  end: permissionProcedure("site")
    .output(z.void())
    .mutation(({ ctx }) => endMaintenance(ctx)),
});

const procedure = permissionProcedure("site");

/** The site's document: its drafts, its versions, and what is published. */
export const siteRouter = router({
  overview: procedure.output(siteOverview).query(({ ctx }) => readOverview(ctx)),
  section: procedure
    .input(sectionInput)
    .output(siteSection)
    .query(({ ctx, input }) => readSection(ctx, input)),
  packages: procedure.output(storePackages).query(({ ctx }) => listStorePackages(ctx)),
  saveDraft: procedure
    .input(draftInput)
    .output(savedDraft)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discardDraft: procedure
    .input(sectionInput)
    .output(z.void())
    .mutation(({ ctx, input }) => discardDraft(ctx, input)),
  /** What is wrong with the document as it would be published, and what may be. */
  check: procedure.output(siteProblems).query(({ ctx }) => checkSite(ctx)),
  changes: procedure.output(siteChanges).query(({ ctx }) => readChanges(ctx)),
  publish: procedure
    .input(publishInput)
    .output(publishedVersion)
    .mutation(({ ctx, input }) => publishDrafts(ctx, input)),
  merge: procedure
    .input(mergeInput)
    .output(mergedDraft)
    .mutation(({ ctx, input }) => mergeDraft(ctx, input)),
  versions: procedure
    .input(versionsInput)
    .output(siteVersionPage)
    .query(({ ctx, input }) => listVersions(ctx, input)),
  version: procedure
    .input(versionInput)
    .output(siteVersion)
    .query(({ ctx, input }) => readOneVersion(ctx, input)),
  restore: procedure
    .input(restoreInput)
    .output(publishedVersion)
    .mutation(({ ctx, input }) => restoreVersion(ctx, input)),
  /** What a member has not agreed to yet of the rules or the privacy policy. */
  policyChanges: memberProcedure
    .input(policyInput)
    .output(policyChanges)
    .query(({ ctx, input }) => readPolicyChanges(ctx, input)),
  /** What browsers would be told with all drafts that are good. */
  previewConfig: procedure.output(siteConfig).query(({ ctx }) => previewSite(ctx)),
  /** What browsers would be told were a version published again. */
  previewVersion: procedure
    .input(versionInput)
    .output(z.object({ site: siteConfig, look: versionLook }))
    .query(({ ctx, input }) => previewVersion(ctx, input)),
  /** A mail with all drafts that are good, and sample values. */
  previewMail: procedure
    .input(mailInput)
    .output(mailPreview)
    .query(({ ctx, input }) => previewMail(ctx, input)),
  previewFont: procedure
    .input(fontInput)
    .output(fontStyle)
    .query(({ ctx, input }) => previewFont(ctx, input)),
});
