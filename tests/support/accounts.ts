import type { Clock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";

type NewUser = Store["tables"]["users"]["$inferInsert"];

/**
 * Puts a verified member into the store.
 * @returns the id.
 */
export const addUser = async (
  store: Store,
  clock: Clock,
  given: Partial<NewUser> = {},
): Promise<string> => {
  const id = given.id ?? crypto.randomUUID();
  const email = `${id}@example.test`;
  const now = clock.now();
  await store.write(async (tx) => {
    await tx.insert(store.tables.users).values({
      id,
      email,
      emailKey: email,
      role: "User",
      firstName: "Ada",
      lastName: "Lynx",
      allowMarketing: false,
      verifiedAt: now,
      createdAt: now,
      ...given,
    });
  });
  return id;
};
