import { eq } from "drizzle-orm";
import { unsubscriptionToken } from "#server/auth/unsubscription.ts";
import type { CtxReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { QueuedMail } from "#server/modules/mail/index.ts";
import { NEWS_MAIL_PARAGRAPHS_MAX } from "#shared/constants/mail.ts";
import { NEWSLETTER } from "#shared/newsletter-messages.ts";
import type { DocumentBlock } from "#shared/schemas/community/documents.ts";
import type { RichLine } from "#shared/schemas/text.ts";

/** Longer ones end with an ellipsis: the mail leads to the whole. In UTF-16 units. */
const PARAGRAPH_MAX = 1000;

/** A post, as far as its mail tells it. */
export type MailedPost = {
  id: number;
  slug: string;
  title: string;
  isPublished: boolean;
  paragraphs: readonly string[];
};

const plain = (line: RichLine): string =>
  line.map((run) => (typeof run === "string" ? run : run.text)).join("");

const textsOf = (block: DocumentBlock): string[] => {
  switch (block.kind) {
    case "paragraph":
      return [plain(block.text)];
    case "heading":
      return [block.title];
    case "list":
      return block.items.map((item) => `• ${plain(item)}`);
    case "steps":
      return block.items.map((item, index) => `${block.start + index}. ${plain(item)}`);
    default:
      return block.items.map(({ term, text }) => `${plain(term)}: ${plain(text)}`);
  }
};

const cut = (text: string): string =>
  text.length > PARAGRAPH_MAX ? `${text.slice(0, PARAGRAPH_MAX - 1).trimEnd()}…` : text;

/** A post as it would be mailed; null for one that was deleted. */
export const readMailedPost = async (
  reader: CtxReader,
  newsId: number,
): Promise<MailedPost | null> => {
  const { news } = reader.tables;
  const [row] = await reader.select().from(news).where(eq(news.id, newsId));
  if (row === undefined) return null;
  const { id, slug, title, summary, isPublished } = row;
  // It was read from its Markdown when it was saved.
  const { opening } = row.body as { opening: readonly DocumentBlock[] };
  const texts = [summary, ...opening.flatMap(textsOf)]
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => text !== "");
  const paragraphs = [...new Set(texts)].slice(0, NEWS_MAIL_PARAGRAPHS_MAX).map(cut);
  return { id, slug, title, isPublished, paragraphs };
};

/** @throws {AppError} `not_found`. */
export const findMailedPost = async (reader: CtxReader, newsId: number): Promise<MailedPost> => {
  const post = await readMailedPost(reader, newsId);
  if (post === null) throw new AppError("not_found", NEWSLETTER.unknownPost);
  return post;
};

type Recipient = { id: string; email: string; firstName: string; lastName: string };

/** The mail of a post to one person, which they can end with one click. @param isTest sent whatever they have agreed to. */
export const newsMailTo = (
  { auth }: Pick<CtxReader, "auth">,
  { slug, title, paragraphs }: MailedPost,
  { id, email, firstName, lastName }: Recipient,
  isTest = false,
): QueuedMail => ({
  to: { name: `${firstName} ${lastName}`.trim(), address: email },
  template: "news",
  data: {
    firstName: firstName.trim() || title,
    userId: isTest ? null : id,
    slug,
    title,
    paragraphs: [...paragraphs],
    token: unsubscriptionToken(auth, id, "news"),
  },
});
