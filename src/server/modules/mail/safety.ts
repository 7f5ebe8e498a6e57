import { z } from "zod";
import { ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { SIGNOUT_TTL_MS } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { SECURITY_MAIL, SECURITY_PLACES } from "#shared/security-messages.ts";
import type { MailContent } from "./content.ts";
import type { Sender } from "./words.ts";

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
