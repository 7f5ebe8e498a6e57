import type { Community } from "#server/config/community.ts";
import { DISPLAY_FONT_NAMES, type DisplayFont } from "#shared/constants/brand.ts";
import { mediaSizeOf, smallAddress } from "#shared/rules/community.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { Palette } from "#shared/rules/palette.ts";
import { filledIn, langAttributes } from "#shared/rules/text.ts";
import type { CommunityBrand, CommunityMails } from "#shared/schemas/community/brand.ts";

/** A mail's words, before they are set as text and as HTML. Everything in it is plain text. */
export type MailContent = {
  subject: string;
  /** What an inbox shows beside the subject. */
  summary: string;
  heading: string;
  /** What the community says first, in its own language. */
  intro: readonly string[];
  /** More paragraphs above the button. */
  before?: readonly string[];
  action: { label: string; url: string };
  /** Paragraphs below it. */
  after: readonly string[];
  /** Why this person gets this mail. */
  reason: string;
  /** Instead of an invitation to answer, where nobody reads answers. */
  noReplies?: string;
  /** Of a mail that nobody's account needs: who sends it, and how it is ended. */
  list?: { sentBy: string; unsubscribe: { label: string; url: string } };
};

/** Who writes, for the head and the foot, and in which colours: mail clients know no variables. */
export type MailSender = {
  name: string;
  tagline: string;
  contactEmail: string;
  publicUrl: string;
  logo: CommunityBrand["logo"];
  palette: Palette;
  font: DisplayFont;
  /** In which the community writes, as BCP 47 has it. */
  language: string;
};
type Colours = Palette["colours"];

const SANS = "'Hanken Grotesk','Segoe UI',Helvetica,Arial,sans-serif";

/** Headings, for the few who have the face; the others see a narrow one. */
const displayOf = (font: DisplayFont) =>
  `'${DISPLAY_FONT_NAMES[font]}','Arial Narrow',Impact,Arial,sans-serif`;

const escaped = Bun.escapeHTML;

/** How to reach the community; where answers are not read, that is said instead. */
const contactText = ({ noReplies }: MailContent, contact: string): string =>
  noReplies ?? `Questions? Answer this mail, or write to ${contact}.`;

const listText = ({ list }: MailContent): string =>
  list === undefined ? "" : `${list.unsubscribe.label}: ${list.unsubscribe.url}\n${list.sentBy}\n`;

/** @returns the mail as plain text: the same facts, the same link. */
export const asText = (content: MailContent, from: MailSender): string =>
  [
    content.heading,
    ...content.intro,
    ...(content.before ?? []),
    `${content.action.label}:\n${content.action.url}`,
    ...content.after,
    `-- \n${from.name} · ${from.tagline}\n${content.reason}\n${listText(content)}${contactText(content, from.contactEmail)}\n${from.publicUrl}`,
  ].join("\n\n");

const paragraph = (colours: Colours, language = "en") => {
  const attributes = Object.entries(langAttributes(language)).map(
    ([name, value]) => ` ${name}="${escaped(value)}"`,
  );
  return (text: string) =>
    `<p${attributes.join("")} style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${colours.ink};">${escaped(text).replaceAll("\n", "<br>")}</p>`;
};

const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;

const button = ({ label, url }: MailContent["action"], colours: Colours) =>
  table(
    'style="margin:8px 0 20px;"',
    `<tr><td bgcolor="${colours.accent}" style="border-radius:8px;"><a href="${escaped(url)}" style="display:inline-block;padding:14px 26px;font:700 16px/1.2 ${SANS};color:${colours["ground-950"]};text-decoration:none;border-radius:8px;">${escaped(label)}</a></td></tr>`,
  );

const plainLink = ({ url }: MailContent["action"], colours: Colours) =>
  `<p style="margin:0 0 20px;font:400 14px/1.6 ${SANS};color:${colours.muted};">The button does not work? Copy this address into your browser:<br><a href="${escaped(url)}" style="color:${colours.accent};word-break:break-all;">${escaped(url)}</a></p>`;

/** A logo is so high in a mail, in pixels, unless it would be wider than this. */
const LOGO_HEIGHT_PX = 40;
const LOGO_MAX_WIDTH_PX = 160;

/** How large a picture is shown, as attributes; by its height alone where its size is not known. */
const logoSize = (picture: string): string => {
  const size = mediaSizeOf(picture);
  if (size === null) return `height="${LOGO_HEIGHT_PX}"`;
  const scale = Math.min(LOGO_HEIGHT_PX / size.height, LOGO_MAX_WIDTH_PX / size.width);
  const [width, height] = [size.width, size.height].map((px) =>
    Math.max(1, Math.round(px * scale)),
  );
  return `width="${width}" height="${height}"`;
};

/**
 * What stands before the name: the community's own picture. Mail clients draw no SVG, so that of the
 * emblems only the lynx has a sign that is a letter.
 */
const mark = ({ name, publicUrl, logo, palette: { colours } }: MailSender): string => {
  if (logo.picture !== undefined)
    return `<img src="${escaped(publicUrl + smallAddress(logo.picture))}" alt="Logo of ${escaped(name)}" ${logoSize(logo.picture)} style="border:0;vertical-align:middle;">&nbsp;`;
  return logo.emblem === "lynx"
    ? `<span style="color:${colours.accent};">&#11042;</span>&nbsp;`
    : "";
};

const head = (from: MailSender) =>
  `<tr><td style="padding:0 8px 20px;"><a href="${escaped(from.publicUrl)}" style="font:800 26px/1 ${displayOf(from.font)};letter-spacing:1px;color:${from.palette.colours.ink};text-decoration:none;">${mark(from)}${escaped(from.name)}</a></td></tr>`;

const foot = (
  content: MailContent,
  { name, tagline, contactEmail, publicUrl, palette: { colours } }: MailSender,
) => {
  const { reason, list } = content;
  const mailto = `<a href="mailto:${escaped(contactEmail)}" style="color:${colours.muted};">${escaped(contactEmail)}</a>`;
  const style = `margin:0 0 6px;font:400 13px/1.6 ${SANS};color:${colours.faint};`;
  return `<tr><td style="padding:20px 8px 0;">
<p style="${style}">${escaped(reason)}${
    list === undefined
      ? ""
      : ` <a href="${escaped(list.unsubscribe.url)}" style="color:${colours.muted};">${escaped(list.unsubscribe.label)}</a>`
  }</p>${list === undefined ? "" : `\n<p style="${style}">${escaped(list.sentBy)}</p>`}
<p style="${style}">${contactText(content, mailto)}</p>
<p style="${style}"><a href="${escaped(publicUrl)}" style="color:${colours.muted};">${escaped(name)}</a> · ${escaped(tagline)}</p>
</td></tr>`;
};

/** @returns the mail as a document of tables and inline styles, which every mail client can show. */
export const asHtml = (content: MailContent, from: MailSender): string => {
  const {
    font,
    language,
    palette: { scheme, colours },
  } = from;
  const panel = `<tr><td bgcolor="${colours["ground-850"]}" style="padding:36px 32px 20px;background:${colours["ground-850"]};border:1px solid ${colours["ground-600"]};border-top:3px solid ${colours.accent};border-radius:12px;">
<h1 style="margin:0 0 20px;font:800 34px/1.1 ${displayOf(font)};color:${colours.ink};">${escaped(content.heading)}</h1>
${content.intro.map(paragraph(colours, language)).join("\n")}
${(content.before ?? []).map(paragraph(colours)).join("\n")}
${button(content.action, colours)}
${content.after.map(paragraph(colours)).join("\n")}
${plainLink(content.action, colours)}
</td></tr>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<meta name="supported-color-schemes" content="${scheme}">
<title>${escaped(content.subject)}</title>
</head>
<body bgcolor="${colours["ground-950"]}" style="margin:0;padding:0;background:${colours["ground-950"]};color-scheme:${scheme};">
<div style="display:none;max-height:0;overflow:hidden;color:${colours["ground-950"]};">${escaped(content.summary)}</div>
${table(
  `width="100%" bgcolor="${colours["ground-950"]}" style="background:${colours["ground-950"]};"`,
  `<tr><td align="center" style="padding:32px 16px 48px;">${table(
    'width="100%" style="max-width:600px;text-align:left;"',
    [head(from), panel, foot(content, from)].join("\n"),
  )}</td></tr>`,
)}
</body>
</html>`;
};

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
