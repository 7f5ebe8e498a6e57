import { createAuth } from "#server/auth/auth.ts";
import { systemClock } from "#server/core/clock.ts";
import type { Store } from "#server/store/store.ts";

const ROWS_AT_ONCE = 500;

/** Members with a Discord account, each signed in once; the last of them are Admins. @returns their ids and tokens. */
export const addCrowd = async (
  store: Store,
  { members, admins = 0 }: { members: number; admins?: number },
): Promise<{ ids: string[]; tokens: string[] }> => {
  const auth = await createAuth({ config: { sessionSecret: null }, store, clock: systemClock });
  const now = systemClock.now();
  const { users, links } = store.tables;
  const ids = Array.from({ length: members }, (_, index) => `member-${index}`);
  const sessions = await store.write(async (tx) => {
    for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
      const some = ids.slice(start, start + ROWS_AT_ONCE);
      const person = { firstName: "Ada", lastName: "Lynx", allowMarketing: false };
      await tx.insert(users).values(
        some.map((id) => ({
          ...person,
          id,
          email: `${id}@example.test`,
          emailKey: `${id}@example.test`,
          role: ids.indexOf(id) >= members - admins ? ("Admin" as const) : ("User" as const),
          verifiedAt: now,
          createdAt: now,
        })),
      );
      const account = { platform: "discord" as const, name: "Ada", linkedAt: now };
      await tx
        .insert(links)
        .values(some.map((id) => Object.assign({ userId: id, externalId: id }, account)));
    }
    const started = [];
    for (const userId of ids)
      started.push(
        await auth.sessions.start(tx, { userId, browser: "Firefox on Linux", address: "" }),
      );
    return started;
  });
  return { ids, tokens: await Promise.all(sessions.map((session) => auth.tokens.issue(session))) };
};
