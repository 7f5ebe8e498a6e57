import { asHtml, asText } from "./letter.ts";
import { type Sender, type Templated, writeLetter } from "./templates.ts";

/** Sets a template's mail: the subject, and the same facts and link as plain text and as HTML. */
export const renderMail = (
  mail: Templated,
  sender: Sender,
): { subject: string; text: string; html: string } => {
  const letter = writeLetter(mail, sender);
  const { name, tagline, contactEmail } = sender.community.brand;
  const from = { name, tagline, contactEmail, publicUrl: sender.publicUrl };
  return { subject: letter.subject, text: asText(letter, from), html: asHtml(letter, from) };
};
