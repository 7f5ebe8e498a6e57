import { z } from "zod";
import { permissionProcedure, router } from "#server/procedures/init.ts";
import { pageInput } from "#shared/schemas/lists.ts";
import { mailing, mailingInput, recipientPage } from "#shared/schemas/newsletters.ts";
import { mailPreview } from "#shared/schemas/site-document.ts";
import {
  listRecipients,
  previewMailing,
  readMailing,
  sendTestMail,
  startMailing,
  stopMailing,
} from "./mailing.ts";

/** What an editor does about the mails of one post. */
const ofPost = permissionProcedure("site").input(mailingInput);

/** Posts by mail, and those who agreed to get them. */
export const newslettersRouter = router({
  ofPost: ofPost.output(mailing).query(({ ctx, input }) => readMailing(ctx, input)),
  preview: ofPost.output(mailPreview).query(({ ctx, input }) => previewMailing(ctx, input)),
  sendTest: ofPost.output(z.string()).mutation(({ ctx, input }) => sendTestMail(ctx, input)),
  start: ofPost.output(z.string()).mutation(({ ctx, input }) => startMailing(ctx, input)),
  stop: ofPost.output(z.string()).mutation(({ ctx, input }) => stopMailing(ctx, input)),
  recipients: permissionProcedure("addresses")
    .input(pageInput)
    .output(recipientPage)
    .query(({ ctx, input }) => listRecipients(ctx, input)),
});
