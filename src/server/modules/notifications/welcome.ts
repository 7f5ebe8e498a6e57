import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { notify } from "./notify.ts";

/** What a new member finds, the later one on top (facts §3). */
const LETTERS: readonly ((siteName: string) => { subject: string; message: string })[] = [
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
  store: Store,
  tx: Tx,
  clock: Clock,
  { userId, siteName }: { userId: string; siteName: string },
): Promise<void> => {
  const whose = { userIds: [userId], kind: "news" } as const;
  for (const letter of LETTERS) await notify(store, tx, clock, { ...whose, ...letter(siteName) });
};
