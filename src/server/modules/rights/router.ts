import { z } from "zod";
import { adminActProcedure, memberProcedure, router } from "#server/procedures/init.ts";
import {
  eraseInput,
  mergeCodeAnswer,
  mergeInput,
  mergePreview,
  otherAccount,
  provenAccount,
} from "#shared/schemas/administration.ts";
import { eraseMember, mergeAccounts, previewMerge, requestMergeCode } from "./accounts.ts";

/** What people may ask of a site that keeps data about them. */
export const rightsRouter = router({
  erase: adminActProcedure
    .input(eraseInput)
    .output(z.string())
    .mutation(({ ctx, input }) => eraseMember(ctx, input)),
  requestMergeCode: memberProcedure
    .input(otherAccount)
    .output(mergeCodeAnswer)
    .mutation(({ ctx, input }) => requestMergeCode(ctx, input)),
  previewMerge: memberProcedure
    .input(provenAccount)
    .output(mergePreview)
    .mutation(({ ctx, input }) => previewMerge(ctx, input)),
  merge: memberProcedure
    .input(mergeInput)
    .output(z.string())
    .mutation(({ ctx, input }) => mergeAccounts(ctx, input)),
});
