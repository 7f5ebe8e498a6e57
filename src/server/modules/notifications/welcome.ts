import type { Tx } from "#server/context/context.ts";

/** What a new member finds, the later one on top [ACC-03]. */
const WELCOME_CONTENTS: readonly ((siteName: string) => { subject: string; message: string })[] = [
  () => ({
    subject: "Link your game accounts",
    message:
      "Your Discord account is linked already. Your game accounts come next: open the tab Accounts in your settings and link them there, so that our servers know who is playing.",
  }),
  (siteName) => ({
    subject: `Welcome to ${siteName}`,
    message:
      "Good to have you in the den! Pick a server from the list, read the rules before your first raid, and say hello in our Discord. If anything goes wrong, our admins are around.",
  }),
];

/** Writes the two notifications that greet a new member, in the transaction that makes them one. */
export const welcome = async (
  tx: Tx,
  { userId, siteName }: { userId: string; siteName: string },
): Promise<void> => {
  const whose = { userIds: [userId], kind: "news" } as const;
  for (const content of WELCOME_CONTENTS) await tx.notify({ ...whose, ...content(siteName) });
};
