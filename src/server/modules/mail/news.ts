import { z } from "zod";
import { UNSUBSCRIBE_PATH } from "#shared/constants/consents.ts";
import { NEWS_MAIL_PARAGRAPHS_MAX } from "#shared/constants/mail.ts";
import { NEWS_MAIL } from "#shared/newsletter-messages.ts";
import { NEWS_MAX } from "#shared/schemas/news.ts";
import type { MailContent } from "./content.ts";
import type { Sender } from "./words.ts";

/** What the mail of a post has to be told. */
export const newsMailData = z.object({
  firstName: z.string().trim().min(1).max(100),
  /** Whose consent it is sent for; null for a test that somebody sends to themselves. */
  userId: z.string().max(64).nullable(),
  title: z.string().min(1).max(NEWS_MAX.title),
  paragraphs: z.array(z.string().max(NEWS_MAX.text)).max(NEWS_MAIL_PARAGRAPHS_MAX),
  slug: z.string().min(1).max(NEWS_MAX.slug),
  /** By which they end it. */
  token: z.string().min(1).max(512),
});

/** A post as its mail tells it, with what ends such mails. */
export const newsMail = (
  data: z.output<typeof newsMailData>,
  { publicUrl, community: { brand } }: Sender,
): MailContent => ({
  subject: data.title,
  summary: data.paragraphs[0] ?? data.title,
  heading: data.title,
  intro: data.paragraphs,
  action: { label: NEWS_MAIL.action, url: `${publicUrl}/news/${data.slug}` },
  after: [],
  reason: NEWS_MAIL.reason(brand.name),
  list: {
    sentBy: NEWS_MAIL.sentBy(brand.operator, brand.contactEmail),
    unsubscribe: {
      label: NEWS_MAIL.unsubscribe,
      url: `${publicUrl}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(data.token)}`,
    },
  },
});
