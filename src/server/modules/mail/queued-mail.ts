import { z } from "zod";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { line } from "#shared/schemas/text.ts";
import { templatedSchema } from "./templates.ts";

/** Marks the rows of the outbox that are mails. */
export const MAIL_KIND = "mail";

/** First and last name, with a blank between them. */
const NAME_MAX = 2 * LENGTHS.name + 1;

/** One mail as it waits in the outbox. */
export const queuedMailSchema = z.intersection(
  z.object({ to: z.object({ name: line(NAME_MAX), address: z.email().max(LENGTHS.email) }) }),
  templatedSchema,
);
export type QueuedMail = z.output<typeof queuedMailSchema>;
