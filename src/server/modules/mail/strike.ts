import { z } from "zod";
import { STRIKE_MAIL } from "#shared/strike-messages.ts";
import type { MailContent } from "./content.ts";
import type { Sender } from "./words.ts";

/** What the mail about a strike has to be told: one that was issued, or lifted. */
export const strikeMailData = z.object({
  firstName: z.string().trim().min(1).max(100),
  strikeId: z.int(),
  isLifted: z.boolean(),
  subject: z.string().min(1).max(100),
  /** What it forbids, until when and why. */
  paragraphs: z.array(z.string().max(1500)).min(1).max(6),
});

/** A strike as its mail tells it. */
export const strikeMail = (
  data: z.output<typeof strikeMailData>,
  { publicUrl, community: { brand } }: Sender,
): MailContent => ({
  subject: STRIKE_MAIL.subject(brand.name, data.subject),
  summary: data.isLifted ? STRIKE_MAIL.liftedSummary : STRIKE_MAIL.summary,
  heading: data.subject,
  intro: [`Hi ${data.firstName},`, ...data.paragraphs],
  action: { label: STRIKE_MAIL.action, url: `${publicUrl}/member/strikes#strike-${data.strikeId}` },
  after: [],
  reason: STRIKE_MAIL.reason(brand.name),
});
