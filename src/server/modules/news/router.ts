import { z } from "zod";
import { permissionProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import { pageInput } from "#shared/schemas/lists.ts";
import {
  newsBody,
  newsDraft,
  newsIdInput,
  newsPage,
  newsPost,
  newsSlugInput,
  newsSource,
  newsTextInput,
  pinnedNews,
  postDraft,
  postDraftInput,
  postDraftItems,
  savedPostDraft,
  writtenNews,
  writtenNewsInput,
  writtenNewsPage,
} from "#shared/schemas/news.ts";
import { discardDraft, listDrafts, readDraft, saveDraft } from "./drafts.ts";
import { listNews, listWritten, readPinned, readPost, readSource } from "./index.ts";
import { bodyOf, removeNews, saveNews } from "./save.ts";

const procedure = permissionProcedure("site");

/** What the community tells everybody. */
export const newsRouter = router({
  list: publicProcedure
    .input(pageInput)
    .output(newsPage)
    .query(({ ctx, input }) => listNews(ctx, input)),
  post: publicProcedure
    .input(newsSlugInput)
    .output(newsPost)
    .query(({ ctx, input }) => readPost(ctx, input)),
  pinned: publicProcedure.output(pinnedNews).query(({ ctx }) => readPinned(ctx)),
  written: procedure
    .input(writtenNewsInput)
    .output(writtenNewsPage)
    .query(({ ctx, input }) => listWritten(ctx, input)),
  source: procedure
    .input(newsIdInput)
    .output(newsSource)
    .query(({ ctx, input }) => readSource(ctx, input)),
  /** A mutation, since a text is too long for an address; it changes nothing. */
  preview: procedure
    .input(newsTextInput)
    .output(newsBody)
    .mutation(({ input }) => bodyOf(input.text)),
  save: procedure
    .input(newsDraft)
    .output(writtenNews)
    .mutation(({ ctx, input }) => saveNews(ctx, input)),
  drafts: procedure.output(postDraftItems).query(({ ctx }) => listDrafts(ctx)),
  draft: procedure
    .input(newsIdInput)
    .output(postDraft)
    .query(({ ctx, input }) => readDraft(ctx, input)),
  saveDraft: procedure
    .input(postDraftInput)
    .output(savedPostDraft)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discardDraft: procedure
    .input(newsIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => discardDraft(ctx, input)),
  remove: procedure
    .input(newsIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeNews(ctx, input)),
});
