import { asHtml, asText } from "./mail-content.ts";
import { type Sender, type Templated, writeMailContent } from "./templates.ts";

/** Sets a template's mail: the subject, and the same facts and link as plain text and as HTML. */
export const renderMail = (
  mail: Templated,
  sender: Sender,
): { subject: string; text: string; html: string } => {
  const content = writeMailContent(mail, sender);
  const { name, tagline, contactEmail } = sender.community.brand;
  const from = { name, tagline, contactEmail, publicUrl: sender.publicUrl };
  return { subject: content.subject, text: asText(content, from), html: asHtml(content, from) };
};
