import { paletteOf } from "#shared/rules/palette.ts";
import { SETUP_WIZARD } from "#shared/setup-wizard-messages.ts";
import { asHtml, asText, type MailContent, type Sender } from "./content.ts";

export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  /** Where its recipient ends such mails with one click; null for one that an account needs. */
  unsubscribeUrl: string | null;
};

/** Sets the words of a mail as plain text and as HTML, in the colours of the community. */
export const setMail = (content: MailContent, sender: Sender): RenderedMail => {
  const { brand } = sender.community;
  const { name, tagline, contactEmail } = brand;
  const { publicUrl } = sender;
  const from = {
    name,
    tagline,
    contactEmail,
    publicUrl,
    logo: brand.logo,
    palette: paletteOf(brand),
    font: brand.font,
    language: brand.language,
  };
  return {
    subject: content.subject,
    text: asText(content, from),
    html: asHtml(content, from),
    unsubscribeUrl: content.list?.unsubscribe.url ?? null,
  };
};

/** The mail by which an owner sees whether the site can send any. */
export const trialMailOf = (sender: Sender): RenderedMail => {
  const { name } = sender.community.brand;
  return setMail(
    {
      subject: SETUP_WIZARD.mail.subject(name),
      summary: SETUP_WIZARD.mail.summary,
      heading: SETUP_WIZARD.mail.heading,
      intro: [],
      before: [SETUP_WIZARD.mail.body(name)],
      action: { label: SETUP_WIZARD.mail.action, url: `${sender.publicUrl}/member/admin/setup` },
      after: [SETUP_WIZARD.mail.after],
      reason: SETUP_WIZARD.mail.reason,
    },
    sender,
  );
};
