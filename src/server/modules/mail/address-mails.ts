import { z } from "zod";
import { ADDRESS_MAILS } from "#shared/address-messages.ts";
import { SECURITY_MAIL, SECURITY_MAILS } from "#shared/security-messages.ts";
import type { MailContent } from "./content.ts";
import { mailPlace, whereText } from "./safety.ts";
import { momentText, type Sender, wordsOf } from "./words.ts";

const firstName = z.string().trim().min(1).max(100);
const secret = z.string().min(1).max(512);

/** What the mails about a change of address have to be told. */
export const ADDRESS_DATA = {
  /** To the new address: proves it. Nothing of the account, which may be a stranger's. */
  "confirm-address": z.object({ code: secret }),
  /** To an address that somebody has already. */
  "address-taken": z.object({}),
  /** To the former address: what takes the change back. */
  "address-changed": z.object({
    firstName,
    at: z.iso.datetime(),
    until: z.iso.datetime(),
    place: mailPlace,
    code: secret,
  }),
  /** To the address that an account had until its change was taken back. */
  "address-reverted": z.object({ firstName, at: z.iso.datetime() }),
} as const;

type Write<Name extends keyof typeof ADDRESS_DATA> = (
  data: z.output<(typeof ADDRESS_DATA)[Name]>,
  sender: Sender,
) => MailContent;

/** @param life how long the link works, in words. */
export const confirmAddressMail =
  (life: string): Write<"confirm-address"> =>
  ({ code }, { publicUrl, community: { brand } }) => {
    const { subject, text, reason, ...words } = ADDRESS_MAILS.confirm;
    return {
      subject: subject(brand.name),
      summary: words.summary,
      heading: words.heading,
      intro: ["Hi,", text(brand.name)],
      action: {
        label: words.action,
        url: `${publicUrl}/confirm-address?code=${encodeURIComponent(code)}`,
      },
      after: [words.life(life), words.notYou],
      reason: reason(brand.name),
    };
  };

export const addressTakenMail: Write<"address-taken"> = (
  _data,
  { publicUrl, community: { brand } },
) => {
  const { subject, text, summary, heading, mine, action, notYou } = ADDRESS_MAILS.taken;
  return {
    subject: subject(brand.name),
    summary,
    heading,
    intro: ["Hi,", text(brand.name)],
    action: { label: action, url: `${publicUrl}/login` },
    after: [mine, notYou],
    reason: ADDRESS_MAILS.confirm.reason(brand.name),
  };
};

export const addressChangedMail: Write<"address-changed"> = (data, { publicUrl, community }) => {
  const { brand, mails, timezone } = community;
  const { what, heading } = SECURITY_MAILS.addressChanged;
  const { happened, text, summary, action, life, reserved } = ADDRESS_MAILS.changed;
  const until = momentText(new Date(data.until), timezone);
  const facts = {
    what,
    time: momentText(new Date(data.at), timezone),
    place: whereText(data.place),
  };
  return {
    // The community's own words lead to another link.
    subject: wordsOf(mails.security, community, data.firstName, facts).subject,
    intro: [`Hi ${data.firstName},`, happened(brand.name, facts), text(until)],
    summary,
    heading,
    action: {
      label: action,
      url: `${publicUrl}/revert-address?code=${encodeURIComponent(data.code)}`,
    },
    after: [life, reserved(until), SECURITY_MAIL.wrong(brand.contactEmail)],
    reason: SECURITY_MAIL.reason(brand.name),
  };
};

export const addressRevertedMail: Write<"address-reverted"> = (data, { publicUrl, community }) => {
  const { brand, timezone } = community;
  const { subject, heading, summary, text, action, notYou } = ADDRESS_MAILS.reverted;
  return {
    subject: subject(brand.name),
    summary,
    heading,
    intro: [`Hi ${data.firstName},`, text(momentText(new Date(data.at), timezone))],
    action: { label: action, url: publicUrl },
    after: [notYou(brand.contactEmail)],
    reason: SECURITY_MAIL.reason(brand.name),
  };
};
