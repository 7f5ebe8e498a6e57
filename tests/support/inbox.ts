import type { CaughtMail } from "#sandbox/mail/mail.ts";
import { see } from "./browser.ts";
import { site } from "./site.ts";

/** The site sends its mail every few seconds. */
const MAIL_PATIENCE_MS = 60_000;

const followed = new Set<string>();

const mailsTo = async (email: string): Promise<readonly CaughtMail[]> => {
  const { sandbox } = await site();
  return sandbox.mail.list().filter(({ to }) => to === email);
};

const arrived = async <T>(find: () => Promise<T | undefined>): Promise<T> => {
  let found: T | undefined;
  const look = async () => (found = await find());
  await see.poll(look, { timeout: MAIL_PATIENCE_MS }).toBeDefined();
  if (found === undefined) throw new Error("It has gone again.");
  return found;
};

/** The mailboxes of the browser tests' people, all of which the sandbox's mail server keeps. */
export const inbox = {
  /** Waits for a mail whose subject contains the words. */
  mailFor: (email: string, words: string): Promise<CaughtMail> =>
    arrived(async () => (await mailsTo(email)).find(({ subject }) => subject.includes(words))),

  /**
   * Waits for a mail with a link that was not followed before.
   * @param path where on the site the link leads, such as "/verify-email".
   */
  linkFor: async (email: string, path: string): Promise<string> => {
    const link = await arrived(async () =>
      (await mailsTo(email))
        .flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? [])
        .find((address) => new URL(address).pathname === path && !followed.has(address)),
    );
    followed.add(link);
    return link;
  },
};
