import { hashPassword } from "#server/auth/secrets.ts";
import type { Clock } from "#server/core/clock.ts";
import { indexMember } from "#server/modules/members/index.ts";
import type { Store } from "#server/store/store.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import { systemIn } from "./context.ts";

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
  const names = { firstName: "Ada", lastName: "Lynx", email };
  await systemIn(store).write(async (tx) => {
    await tx.insert(store.tables.users).values({
      id,
      emailKey: email,
      role: "User",
      ...names,
      allowMarketing: false,
      verifiedAt: now,
      createdAt: now,
      ...given,
    });
    await indexMember(tx, id);
  });
  return id;
};

/** The password of members whom `addMember` adds. */
export const PASSWORD = "Lynx!2026test";

let hashed: Promise<string> | null = null;

/**
 * Puts a verified member with a password into the store.
 * @param given columns of the user.
 * @returns the id and the address.
 */
export const addMember = async (
  { store, clock }: { store: Store; clock: Clock },
  given: Partial<NewUser> = {},
) => {
  // Once is enough: every hash of it is as good.
  const passwordHash = await (hashed ??= hashPassword(PASSWORD));
  const email = given.email ?? `${crypto.randomUUID()}@example.test`;
  const emailKey = emailKeyOf(email);
  return { id: await addUser(store, clock, { email, emailKey, passwordHash, ...given }), email };
};
