/** A mail's words, before they are set as text and as HTML. Everything in it is plain text. */
export type MailContent = {
  subject: string;
  /** What an inbox shows beside the subject. */
  summary: string;
  heading: string;
  /** Paragraphs above the button. */
  before: readonly string[];
  action: { label: string; url: string };
  /** Paragraphs below it. */
  after: readonly string[];
  /** Why this person gets this mail. */
  reason: string;
};

/** Who writes, for the head and the foot. */
export type MailSender = { name: string; tagline: string; contactEmail: string; publicUrl: string };

/** The site's colours (`src/client/styles.css`); mail clients know neither variables nor classes. */
const NIGHT = "#070b09";
const PANEL = "#0f1713";
const LINE = "#2a3c32";
const BONE = "#e9efe6";
const MUTED = "#a3b3a8";
const FAINT = "#84978b";
const AMBER = "#f5b83d";

const DISPLAY = "'Big Shoulders Display','Arial Narrow',Impact,Arial,sans-serif";
const SANS = "'Hanken Grotesk','Segoe UI',Helvetica,Arial,sans-serif";

const escaped = Bun.escapeHTML;

/** @returns the mail as plain text: the same facts, the same link. */
export const asText = (content: MailContent, from: MailSender): string =>
  [
    content.heading,
    ...content.before,
    `${content.action.label}:\n${content.action.url}`,
    ...content.after,
    `-- \n${from.name} · ${from.tagline}\n${content.reason}\nQuestions? Answer this mail, or write to ${from.contactEmail}.\n${from.publicUrl}`,
  ].join("\n\n");

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font:400 16px/1.6 ${SANS};color:${BONE};">${escaped(text)}</p>`;

const table = (attributes: string, rows: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`;

const button = ({ label, url }: MailContent["action"]) =>
  table(
    'style="margin:8px 0 20px;"',
    `<tr><td bgcolor="${AMBER}" style="border-radius:8px;"><a href="${escaped(url)}" style="display:inline-block;padding:14px 26px;font:700 16px/1.2 ${SANS};color:${NIGHT};text-decoration:none;border-radius:8px;">${escaped(label)}</a></td></tr>`,
  );

const plainLink = ({ url }: MailContent["action"]) =>
  `<p style="margin:0 0 20px;font:400 14px/1.6 ${SANS};color:${MUTED};">The button does not work? Copy this address into your browser:<br><a href="${escaped(url)}" style="color:${AMBER};word-break:break-all;">${escaped(url)}</a></p>`;

const head = ({ name, publicUrl }: MailSender) =>
  `<tr><td style="padding:0 8px 20px;"><a href="${escaped(publicUrl)}" style="font:800 26px/1 ${DISPLAY};letter-spacing:1px;color:${BONE};text-decoration:none;"><span style="color:${AMBER};">&#11042;</span>&nbsp;${escaped(name)}</a></td></tr>`;

const foot = ({ reason }: MailContent, { name, tagline, contactEmail, publicUrl }: MailSender) => {
  const style = `margin:0 0 6px;font:400 13px/1.6 ${SANS};color:${FAINT};`;
  return `<tr><td style="padding:20px 8px 0;">
<p style="${style}">${escaped(reason)}</p>
<p style="${style}">Questions? Answer this mail, or write to <a href="mailto:${escaped(contactEmail)}" style="color:${MUTED};">${escaped(contactEmail)}</a>.</p>
<p style="${style}"><a href="${escaped(publicUrl)}" style="color:${MUTED};">${escaped(name)}</a> · ${escaped(tagline)}</p>
</td></tr>`;
};

/** @returns the mail as a document of tables and inline styles, which every mail client can show. */
export const asHtml = (content: MailContent, from: MailSender): string => {
  const panel = `<tr><td bgcolor="${PANEL}" style="padding:36px 32px 20px;background:${PANEL};border:1px solid ${LINE};border-top:3px solid ${AMBER};border-radius:12px;">
<h1 style="margin:0 0 20px;font:800 34px/1.1 ${DISPLAY};color:${BONE};">${escaped(content.heading)}</h1>
${content.before.map(paragraph).join("\n")}
${button(content.action)}
${content.after.map(paragraph).join("\n")}
${plainLink(content.action)}
</td></tr>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="supported-color-schemes" content="dark">
<title>${escaped(content.subject)}</title>
</head>
<body bgcolor="${NIGHT}" style="margin:0;padding:0;background:${NIGHT};color-scheme:dark;">
<div style="display:none;max-height:0;overflow:hidden;color:${NIGHT};">${escaped(content.summary)}</div>
${table(
  `width="100%" bgcolor="${NIGHT}" style="background:${NIGHT};"`,
  `<tr><td align="center" style="padding:32px 16px 48px;">${table(
    'width="100%" style="max-width:600px;text-align:left;"',
    [head(from), panel, foot(content, from)].join("\n"),
  )}</td></tr>`,
)}
</body>
</html>`;
};
