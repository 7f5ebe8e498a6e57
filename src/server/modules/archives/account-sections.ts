import { and, eq, or } from "drizzle-orm";
import { waitingMails } from "#server/modules/mail/index.ts";
import { type Section, walk } from "./page.ts";

/** The account itself, and by what it is entered. */
export const ACCOUNT_SECTIONS: readonly Section[] = [
  {
    name: "account",
    title: "Account",
    refers: ["users.id"],
    rows: ({ tables: { users: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: async (isAfter, order, limit) => {
          const found = await reader
            .select()
            .from(t)
            .where(and(eq(t.id, userId), isAfter))
            .orderBy(...order)
            .limit(limit);
          return found.map((user) => ({
            key: { id: user.id },
            row: {
              id: user.id,
              email: user.email,
              firstName: user.firstName,
              lastName: user.lastName,
              role: user.role,
              permissions: user.team?.permissions ?? [],
              hasPassword: user.passwordHash !== null,
              wasImported: user.importKey !== null,
              allowMarketing: user.allowMarketing,
              createdAt: user.createdAt,
              verifiedAt: user.verifiedAt,
              promoReceivedAt: user.promoReceivedAt,
              discordVisitedAt: user.discordVisitedAt,
              waitsSince: user.waitsSince,
              deactivatedAt: user.deactivatedAt,
              deactivatedBy: user.deactivatedBy,
            },
          }));
        },
      }),
  },
  {
    name: "teamRoles",
    title: "Roles in the team",
    refers: ["team_members.user_id"],
    rows: ({ tables: { teamMembers: t }, ...reader }, userId) =>
      walk({
        key: { roleId: t.roleId },
        ask: (isAfter, order, limit) =>
          reader
            .select({ key: { roleId: t.roleId }, row: { role: t.roleId, givenAt: t.givenAt } })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "links",
    title: "Linked accounts",
    refers: ["links.user_id"],
    rows: ({ tables: { links: t }, ...reader }, userId) =>
      walk({
        key: { platform: t.platform },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { platform: t.platform },
              row: {
                platform: t.platform,
                externalId: t.externalId,
                name: t.name,
                picture: t.imageUrl,
                linkedAt: t.linkedAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "sessions",
    title: "Browsers that are logged in",
    about: "The network is a shortened form of the address. What opens a session is not in here.",
    refers: ["sessions.user_id"],
    rows: ({ tables: { sessions: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                browser: t.browser,
                network: t.address,
                createdAt: t.createdAt,
                lastUsedAt: t.lastUsedAt,
                confirmedAt: t.confirmedAt,
                hasSecondFactor: t.hasSecondFactor,
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
    name: "mailedCodes",
    title: "Codes that were mailed",
    about: "To confirm an address or a browser, or to set a password. The codes are not in here.",
    refers: ["one_time_codes.user_id"],
    rows: ({ tables: { oneTimeCodes: t }, ...reader }, userId) =>
      walk({
        key: { createdAt: t.createdAt, hash: t.hash },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { createdAt: t.createdAt, hash: t.hash },
              row: {
                kind: t.kind,
                createdAt: t.createdAt,
                expiresAt: t.expiresAt,
                usedAt: t.usedAt,
              },
            })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "mails",
    title: "Emails that wait to be sent",
    about:
      "Once an email is sent, its text and your address are removed from the list of them, so that sent ones cannot be told from those of others.",
    refers: [],
    holds: ["outbox"],
    rows: waitingMails,
  },
  {
    name: "archives",
    title: "Downloads of your data",
    refers: ["archives.user_id"],
    rows: ({ tables: { archives: t }, ...reader }, userId) =>
      walk({
        key: { userId: t.userId },
        ask: (isAfter, order, limit) =>
          reader
            .select({ key: { userId: t.userId }, row: { state: t.state, askedAt: t.askedAt } })
            .from(t)
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "events",
    title: "Security record",
    about:
      "What was done by you, and about your account. Networks and browsers are there where they are yours. What you did about others is named without them.",
    refers: ["audit.actor_id", "audit.subject"],
    rows: ({ tables: { audit: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: async (isAfter, order, limit) => {
          const found = await reader
            .select()
            .from(t)
            .where(and(or(eq(t.actorId, userId), eq(t.subject, userId)), isAfter))
            .orderBy(...order)
            .limit(limit);
          return found.map(({ id, at, actorId, action, subject, ...entry }) => {
            const isBy = actorId === userId;
            const isAbout = subject === userId;
            const isFromThem = isBy || (actorId === null && isAbout);
            return {
              key: { id },
              row: {
                at,
                action,
                by: isBy ? "you" : actorId === null ? "nobody logged in, or the site" : "the team",
                isAboutYou: isAbout,
                before: isAbout ? entry.before : null,
                after: isAbout ? entry.after : null,
                network: isFromThem ? entry.network : null,
                browser: isFromThem ? entry.browser : null,
              },
            };
          });
        },
      }),
  },
  {
    name: "notifications",
    title: "Notifications",
    about: "Those to you alone, and those to everyone that you have read.",
    refers: ["notification_reads.user_id"],
    rows: ({ tables: { notificationReads: t, notifications: n }, ...reader }, userId) =>
      walk({
        key: { notificationId: t.notificationId },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { notificationId: t.notificationId },
              row: {
                subject: n.subject,
                message: n.message,
                kind: n.kind,
                createdAt: n.createdAt,
                isForEveryone: n.isGlobal,
                isRead: t.isRead,
                readAt: t.readAt,
                ticketId: t.ticketId,
                link: n.link,
                withdrawnAt: n.withdrawnAt,
              },
            })
            .from(t)
            .innerJoin(n, eq(n.id, t.notificationId))
            .where(and(eq(t.userId, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
  {
    name: "notificationsWritten",
    title: "Notifications that you caused",
    refers: ["notifications.created_by"],
    rows: ({ tables: { notifications: t }, ...reader }, userId) =>
      walk({
        key: { id: t.id },
        ask: (isAfter, order, limit) =>
          reader
            .select({
              key: { id: t.id },
              row: {
                subject: t.subject,
                message: t.message,
                kind: t.kind,
                createdAt: t.createdAt,
                isForEveryone: t.isGlobal,
                link: t.link,
                withdrawnAt: t.withdrawnAt,
              },
            })
            .from(t)
            .where(and(eq(t.createdBy, userId), isAfter))
            .orderBy(...order)
            .limit(limit),
      }),
  },
];
