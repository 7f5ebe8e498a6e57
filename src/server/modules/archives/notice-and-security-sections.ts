import { and, eq } from "drizzle-orm";
import { type Section, walk } from "./page.ts";

/** How the person is told of things, and what waits to reach them. */
export const NOTICE_SECTIONS: readonly Section[] = [
  {
    name: "noticeSettings",
    title: "How you are told",
    about: "What you have chosen; what is empty is as the site has it.",
    refers: ["notice_settings.user_id"],
    rows: ({ tables: { noticeSettings: t }, ...reader }, userId) =>
      walk({
        key: { userId: t.userId },
        ask: async (isAfter, order, limit) => {
          const rows = await reader
            .select()
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit);
          return rows.map(({ userId: id, ...row }) => ({ key: { userId: id }, row }));
        },
      }),
  },
  {
    name: "noticeMails",
    title: "What is emailed unless you read it",
    refers: ["notice_mails.user_id"],
    rows: ({ tables: { noticeMails: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                topic: t.topic,
                ticketId: t.ticketId,
                messageId: t.messageId,
                notificationId: t.notificationId,
                createdAt: t.createdAt,
                dueAt: t.dueAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "pushSubscriptions",
    title: "Browsers that are notified",
    about: "With the address at which the browser's maker takes messages for it.",
    refers: ["push_subscriptions.user_id"],
    rows: ({ tables: { pushSubscriptions: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                browser: t.browser,
                endpoint: t.endpoint,
                createdAt: t.createdAt,
                seenAt: t.seenAt,
                pushedAt: t.pushedAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "pushNotices",
    title: "What waits to be pushed to your browsers",
    refers: ["push_notices.user_id"],
    rows: ({ tables: { pushNotices: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: { text: t.text, link: t.link, createdAt: t.createdAt, dueAt: t.dueAt },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];

/** What keeps the account safe, without what opens it. */
export const SECURITY_SECTIONS: readonly Section[] = [
  {
    name: "passkeys",
    title: "Passkeys",
    about: "What they are called and when they were used. The keys are not in here.",
    refers: ["passkeys.user_id"],
    rows: ({ tables: { passkeys: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                name: t.name,
                site: t.rpId,
                isSyncable: t.isSyncable,
                isBackedUp: t.isBackedUp,
                addedAt: t.addedAt,
                lastUsedAt: t.lastUsedAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "authenticator",
    title: "Authenticator app",
    about: "That there is one, and since when. Its key is not in here.",
    refers: ["totp_factors.user_id"],
    rows: ({ tables: { totpFactors: t }, ...reader }, userId) =>
      walk({
        key: { userId: t.userId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { userId: t.userId },
              row: { addedAt: t.addedAt, lastUsedAt: t.lastUsedAt },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "recoveryCodes",
    title: "Recovery codes",
    about: "When they were made and used. The codes are not in here.",
    refers: ["recovery_codes.user_id"],
    rows: ({ tables: { recoveryCodes: t }, ...reader }, userId) =>
      walk({
        key: { hash: t.hash },
        ask: (isAfter, order, limit) =>
          reader
            .select({ key: { hash: t.hash }, row: { createdAt: t.createdAt, usedAt: t.usedAt } })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "pendingLogins",
    title: "Logins that wait for their second step",
    refers: ["pending_logins.user_id"],
    rows: ({ tables: { pendingLogins: t }, ...reader }, userId) =>
      walk({
        key: { hash: t.hash },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { hash: t.hash },
              row: { firstStep: t.way, codesTried: t.tries, expiresAt: t.expiresAt },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "factorResets",
    title: "Removal of a lost second factor",
    about: "Since when it waits, and when it ends. What stops it is not in here.",
    refers: ["factor_resets.user_id"],
    rows: ({ tables: { factorResets: t }, ...reader }, userId) =>
      walk({
        key: { userId: t.userId },
        ask: (isAfter, order, limit) =>
          reader
            .select({ key: { userId: t.userId }, row: { beganAt: t.beganAt, endsAt: t.endsAt } })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "addressRequests",
    title: "A new email address that waits to be confirmed",
    refers: ["address_requests.user_id"],
    rows: ({ tables: { addressRequests: t }, ...reader }, userId) =>
      walk({
        key: { userId: t.userId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { userId: t.userId },
              row: {
                email: t.email,
                isByTeam: t.isByTeam,
                askedAt: t.askedAt,
                expiresAt: t.expiresAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "formerAddresses",
    title: "Email addresses that you had",
    about: "Kept for a week, so that you can take the change back from there.",
    refers: ["address_changes.user_id"],
    rows: ({ tables: { addressChanges: t }, ...reader }, userId) =>
      walk({
        key: { changedAt: t.changedAt, id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { changedAt: t.changedAt, id: t.id },
              row: { email: t.email, changedAt: t.changedAt, keptUntil: t.until },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "knownPlaces",
    title: "Known browsers and networks",
    about:
      "When each was last used. Which one it was stands nowhere: the site keeps a keyed hash alone.",
    refers: ["known_places.user_id"],
    rows: ({ tables: { knownPlaces: t }, ...reader }, userId) =>
      walk({
        key: { kind: t.kind, hash: t.hash },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { kind: t.kind, hash: t.hash },
              row: { kind: t.kind, lastSeenAt: t.lastSeenAt },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];
