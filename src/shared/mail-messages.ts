import type { MailKind } from "#shared/constants/mail.ts";
import { numberText } from "#shared/rules/format.ts";

/** Mails that could not be sent. */
export const FAILED_MAILS = {
  kinds: {
    verify: "Confirmation of an address",
    reset: "Link for a new password",
    browser: "Link for a new browser",
    guessed: "Notice of wrong passwords",
    goodbye: "Goodbye",
    "password-changed": "Notice of a new password",
    "confirm-address": "Confirmation of a new address",
    "address-taken": "Notice that an address is taken",
    "address-changed": "Notice of a new address, with the way back",
    "address-reverted": "Notice that a change of address was taken back",
    security: "Security mail",
    receipt: "Receipt",
    "merge-code": "Code to merge accounts",
    merged: "Notice that accounts were merged",
    archive: "Notice that own data can be downloaded",
    erased: "Notice that an account was erased",
    claim: "Link to claim an account",
    "lost-factor": "Link for a lost second factor",
    strike: "Notice of a strike",
    "factor-reset": "Notice of a lost second factor",
    news: "Post by email",
    answer: "Answer on a ticket",
    notice: "Notice by email",
    digest: "Notices of a day",
  } satisfies Record<MailKind, string>,
  unknown: "This email cannot be sent again: it was sent, removed, or cannot be read.",
  queuedAgain: (mails: number) =>
    mails === 0
      ? "There is nothing to send again."
      : `${mails === 1 ? "One email is" : `${numberText(mails)} emails are`} queued to be sent again.`,
} as const;
