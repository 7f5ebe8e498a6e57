import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import { text, words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders, hasPlaceholders } from "./checks.ts";

/**
 * What the community says in one of the site's mails.
 * @param known what may stand in braces beside its name and currency.
 * @param needed what the introduction must have of that, since the mail is about it.
 */
const mail = (known: readonly string[], needed: readonly string[] = []) =>
  z.strictObject({
    subject: words(120).check(hasKnownPlaceholders(...known)),
    /** All above the button that is not the program's. An empty line stands between paragraphs. */
    intro: text(2000).check(
      z.refine(isSeen, "must not be empty"),
      hasKnownPlaceholders(...known),
      hasPlaceholders(...needed),
    ),
  });

/** What the community says in the mails of the site. Links, buttons and what stands below are the program's. */
export const communityMails = z.strictObject({
  verify: mail([]),
  reset: mail(["username"]),
  browser: mail(["username"]),
  guessed: mail(["username", "time"], ["time"]),
  goodbye: mail(["username", "days", "until"], ["until"]),
  passwordChanged: mail(["username", "time"], ["time"]),
  security: mail(["username", "what", "time", "place"], ["what", "time", "place"]),
  receipt: mail(["username", "order", "time"], ["order", "time"]),
});
export type CommunityMails = z.output<typeof communityMails>;

/** The mails that a community says something in. */
export const MAIL_NAMES = [
  "verify",
  "reset",
  "browser",
  "guessed",
  "passwordChanged",
  "security",
  "goodbye",
  "receipt",
] as const satisfies readonly (keyof CommunityMails)[];
export type MailName = (typeof MAIL_NAMES)[number];

/** No address of the web: it stands for the site's own where that is not known. */
const HERE = "https://here.invalid";

/** A notification that new members find. */
export const welcomeNotification = z.strictObject({
  title: words(LENGTHS.notificationSubject).check(hasKnownPlaceholders()),
  text: text(LENGTHS.notificationMessage).check(
    z.refine(isSeen, "must not be empty"),
    hasKnownPlaceholders(),
  ),
  /** Where it leads; nowhere where it is left out. */
  link: z.optional(
    words(LENGTHS.notificationLink).check(
      z.refine(
        (value) => linkTarget(value, HERE) !== null,
        "must be a path of this site or an https address",
      ),
    ),
  ),
});
