import { z } from "zod";
import { adminProcedure, publicProcedure, router } from "#server/procedures/init.ts";
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
  writtenNews,
  writtenNewsPage,
} from "#shared/schemas/news.ts";
import { listNews, listWritten, readPinned, readPost, readSource } from "./read.ts";
import { removeNews } from "./remove.ts";
import { bodyOf, saveNews } from "./save.ts";

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
  written: adminProcedure
    .input(pageInput)
    .output(writtenNewsPage)
    .query(({ ctx, input }) => listWritten(ctx, input)),
  source: adminProcedure
    .input(newsIdInput)
    .output(newsSource)
    .query(({ ctx, input }) => readSource(ctx, input)),
  /** A mutation, since a text is too long for an address; it changes nothing. */
  preview: adminProcedure
    .input(newsTextInput)
    .output(newsBody)
    .mutation(({ input }) => bodyOf(input.text)),
  save: adminProcedure
    .input(newsDraft)
    .output(writtenNews)
    .mutation(({ ctx, input }) => saveNews(ctx, input)),
  remove: adminProcedure
    .input(newsIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeNews(ctx, input)),
});
