import { z } from "zod";
import { ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { ADDRESS_MAILS } from "#shared/address-messages.ts";
import { SIGNOUT_TTL_MS } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { SECURITY_MAIL, SECURITY_MAILS, SECURITY_PLACES } from "#shared/security-messages.ts";
import { type MailContent, momentText, type Sender, wordsOf } from "./content.ts";

/** From where something was done, and by whom, where that was not the account's owner. */
export const mailPlace = z.object({
  by: z.enum(["owner", "team", "site"]),
  browser: z.string().max(100).nullable(),
  network: z.string().max(64).nullable(),
});
export type MailPlace = z.output<typeof mailPlace>;

/** Mails that were queued before they had a place and a link that ends all sessions lack both. */
export const safety = {
  place: mailPlace.optional(),
  code: z.string().min(1).max(512).optional(),
};

/** Who did it, and from where, as the end of a sentence. */
export const whereText = ({ by, browser, network }: MailPlace): string =>
  by === "owner" ? SECURITY_PLACES.from(browser, network) : SECURITY_PLACES.by[by];

/**
 * Says from where something was done before the last paragraph of the community's words, which leads to the link.
 * @param sentence null where nothing is known of it.
 */
export const placed = <Words extends Pick<MailContent, "intro">>(
  words: Words,
  sentence: string | null,
): Words => {
  if (sentence === null) return words;
  const last = Math.max(words.intro.length - 1, 1);
  return { ...words, intro: words.intro.toSpliced(last, 0, sentence) };
};

/** The one link of a security mail; where it was queued without one, that to a new password. */
export const safetyAction = (publicUrl: string, code: string | undefined): MailContent["action"] =>
  code === undefined
    ? { label: ACCOUNT_SCREENS.setPassword, url: `${publicUrl}/forgot-password` }
    : {
        label: SECURITY_MAIL.action,
        url: `${publicUrl}/end-sessions?code=${encodeURIComponent(code)}`,
      };

/** What stands below that link. */
export const safetyAfter = ({ brand }: Sender["community"], code: string | undefined): string[] => [
  ...(code === undefined ? [] : [SECURITY_MAIL.life(SIGNOUT_TTL_MS / DAY_MS)]),
  SECURITY_MAIL.wrong(brand.contactEmail),
];

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
