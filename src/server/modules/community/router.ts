import { z } from "zod";
import { publicProcedure, router } from "#server/procedures/init.ts";
import { documentPage, pageInput, privacyPolicy } from "#shared/schemas/community/documents.ts";
import { rulebook } from "#shared/schemas/community/rules.ts";
import { siteConfig } from "#shared/schemas/site.ts";
import { siteOf } from "./index.ts";

/** What the community says of itself, for screens of its own: every page has the rest with it. */
export const communityRouter = router({
  /** Null where there is none of that key. */
  page: publicProcedure
    .input(pageInput)
    .output(z.nullable(documentPage))
    .query(
      ({ ctx, input }) => ctx.config.community.pages.find(({ key }) => key === input.key) ?? null,
    ),
  privacy: publicProcedure.output(privacyPolicy).query(({ ctx }) => ctx.config.community.privacy),
  /** What every page has with it, for tabs that were opened before it was published. */
  site: publicProcedure
    .output(siteConfig)
    .query(({ ctx }) => siteOf(ctx.config, ctx.assets.buildId, ctx.assets.paths?.())),
  rules: publicProcedure.output(z.array(rulebook)).query(({ ctx }) => ctx.config.community.rules),
});
