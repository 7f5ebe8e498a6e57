import type { Community } from "#server/config/community.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { filledIn } from "#shared/rules/text.ts";
import type { CommunityMails } from "#shared/schemas/community/mails.ts";
import type { MailContent } from "./content.ts";

/** Whose site it is, as far as its mails say so. */
export type Sender = {
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
  community: Pick<Community, "brand" | "timezone" | "mails">;
};

/** A day, as people write it. */
export const dateText = (at: Date, timeZone: string) =>
  dateFormat({ dateStyle: "long", timeZone })(at);

/** A day and a time, with the name of the time zone. */
export const momentText = (at: Date, timeZone: string) =>
  dateFormat({
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  })(at);

/** Paragraphs stand apart by an empty line; other line ends are blanks. */
const paragraphsOf = (text: string): string[] => {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .join("\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll("\n", " ").trim())
    .filter((paragraph) => paragraph !== "");
};

/**
 * What the community says in a mail, with what stands in braces filled in.
 * @param firstName null where nobody is to be named: then "Hi {username}," is "Hi,".
 * @param facts by the names that stand for them.
 */
export const wordsOf = (
  { subject, intro }: CommunityMails[keyof CommunityMails],
  { brand: { name, currency } }: Sender["community"],
  firstName: string | null,
  facts: Readonly<Record<string, string>> = {},
): Pick<MailContent, "subject" | "intro"> => {
  const addressed = (text: string) =>
    firstName === null ? text.replaceAll(" {username}", "") : text;
  const texts = { subject: addressed(subject), intro: paragraphsOf(addressed(intro)) };
  return filledIn(texts, { name, currency, username: firstName ?? "", ...facts });
};
