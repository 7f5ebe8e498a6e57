import { ADDRESS_REVERT_MS } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";

const WEEK_DAYS = ADDRESS_REVERT_MS / DAY_MS;

/** What the server answers about a change of email address. */
export const ADDRESS = {
  asked: (email: string) =>
    `We have sent an email to ${email}. Your address changes once you confirm it there.`,
  same: "That is your address already.",
  tooMany: (max: number) =>
    `The address was changed ${max} times within ${WEEK_DAYS} days. Wait until the oldest of these changes can no longer be taken back.`,
  noneWaits: "No new address waits to be confirmed.",
  cancelled: "Your address stays as it is.",
  mailOff: (contact: string) =>
    `This site sends no emails, so no new address can be confirmed. Write to ${contact}.`,
  linkInvalid: "This link is invalid or has expired. Ask for a new one in your settings.",
  linkUsed: "This address was confirmed already.",
  takenMeanwhile: "Somebody else uses this address by now. Choose another one in your settings.",
  changed: (email: string) =>
    `Your email address is ${email} now. Other browsers are logged out: log in there with the new address.`,
  revertInvalid:
    "This link is invalid or has expired. If somebody else changed your address, write to us.",
  revertUsed: "This change was taken back already.",
  reverted: (email: string) =>
    `Your address is ${email} again, and your account is logged out everywhere. The old password does not work any more: choose a new one now.`,
  revertedClosed: (email: string) =>
    `Your address is ${email} again. The account was closed by the team: write to us if you want it back.`,
  /** To an Admin. */
  askedFor: (email: string) => `An email is on its way to ${email}. They confirm it there.`,
  own: "You change your own address in your settings.",
  waiting: "This account waits for its owner to claim it. Its address cannot be changed before.",
} as const;

/** What a member is told on the site of a change that the team has begun. */
export const ADDRESS_NOTICE = {
  subject: "A new email address waits for you",
  message: (email: string, contact: string) =>
    `The team asked for ${email} to become the address of your account. It changes once that is confirmed in the email that was sent there. You know nothing of this? Write to ${contact} now.`,
} as const;

/** The mails. */
export const ADDRESS_MAILS = {
  confirm: {
    subject: (name: string) => `${name}: Confirm your new email address`,
    heading: "Confirm your new email address",
    summary: "One click and this is the address of your account.",
    text: (name: string) =>
      `This address was entered as the new one of an account at ${name}. The account keeps its old address until you confirm the new one.`,
    action: "Use this address",
    life: (life: string) =>
      `The link works once, for ${life}. If it has expired, send the email again from your settings.`,
    notYou:
      "You know nothing of this? Then somebody mistyped their address. Do not open the link: nothing changes.",
    reason: (name: string) =>
      `You got this email because somebody entered this address for their account at ${name}.`,
  },
  taken: {
    subject: (name: string) => `${name}: This address is in use`,
    heading: "This address is in use",
    summary: "Nothing was changed.",
    text: (name: string) =>
      `This address was entered as the new one of an account at ${name}. It belongs to another account there, or did until a few days ago, so nothing was changed.`,
    mine: "Do you have two accounts? Log in to the one that you want to keep. There you can make one account of the two, in the settings under Privacy.",
    action: "Log in",
    notYou: "You know nothing of this? Then you don't need to do anything.",
  },
  changed: {
    happened: (name: string, { time, place }: { time: string; place: string }) =>
      `The email address of your ${name} account was changed on ${time}, ${place}.`,
    text: (until: string) =>
      `From now on you log in with the new address. If it was not you, take the change back: until ${until} the link below does that.`,
    summary: "If it was not you, take it back.",
    action: "Undo the change",
    life: "The link asks you first. Then this address is that of your account again, everybody is logged out, and you choose a new password. Passkeys and a Discord account that were added shortly before the change, or since, are removed.",
    reserved: (until: string) => `Until ${until} nobody else can use this address here.`,
  },
  reverted: {
    subject: (name: string) => `${name}: Your change of address was taken back`,
    heading: "Your change of address was taken back",
    summary: "Your account has its old address again.",
    text: (time: string) =>
      `On ${time} somebody opened the link in the email to your old address. Your account has that address again, and its password has to be chosen anew.`,
    action: "Go to the site",
    notYou: (contact: string) => `It was not you, or you need help? Write to ${contact}.`,
  },
} as const;

/** The settings, and the pages to which the mails lead. */
export const ADDRESS_SCREEN = {
  title: "Email address",
  hint: (email: string) =>
    `You log in with ${email}. Receipts, new passwords and security mails go there too.`,
  change: "Change address",
  field: "New email address",
  note: `We send an email there. Your address changes once you confirm it. For ${WEEK_DAYS} days you can take the change back from the old one.`,
  send: "Send confirmation",
  failed: "That did not work. Please try again.",
  waits: (email: string) => `${email} waits to be confirmed`,
  waitsText: (time: string) =>
    `Open the link in the email that we sent there. No email after a few minutes? Look into the spam folder. It can be sent again until ${time}.`,
  byTeam: "The team asked for this change.",
  resend: "Send again",
  cancel: "Keep my address",
  earlier: (email: string, until: string) =>
    `Your old address ${email} is kept for you until ${until}: the link that was mailed there takes the change back.`,
  confirmedTitle: "Your address has changed",
  confirmText:
    "From now on you log in with this address, and emails go there. Other browsers are logged out.",
  confirmAction: "Use this address",
  toLogin: "Log in",
  toSettings: "To my settings",
  revertedTitle: "Your old address is back",
  revertText:
    "Your account gets its old address back and is logged out everywhere, this browser too. The password stops working: you choose a new one next. Passkeys and a Discord account that were added in the week before the change, or since, are removed, and an authenticator app that was added since.",
  revertAction: "Undo the change",
  setPassword: "Choose a new password",
  admin: {
    menu: "Change Address",
    title: "Change the email address?",
    text: "They get an email at the new address and confirm it there; until then nothing changes. The old address is told, and can take the change back for a week. Do it only if you know that it is the owner who asks.",
    field: "New email address",
    action: "Yes, Send the Email",
  },
} as const;
