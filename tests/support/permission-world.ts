import { makeBridgeSecret } from "#server/auth/secrets.ts";
import { giveRoleAsSite } from "#server/modules/team/index.ts";
import { type Permission, PERMISSIONS } from "#shared/constants/accounts.ts";
import { BRIDGE_SCOPES, type BridgeScope } from "#shared/constants/points.ts";
import { makeWorld, type World } from "./access-world.ts";
import type { TestApp } from "./app.ts";
import { EVERY_GAME } from "./bridge.ts";
import { asSite } from "./context.ts";
import { signedIn } from "./sign-in.ts";
import { linkDiscord } from "./tickets.ts";

/** Signs in a member who has, by a role of the community's own, these permissions and no others. */
export const holderOf = async (app: TestApp, permissions: readonly Permission[]) => {
  const { store, clock } = app.deps;
  const id = crypto.randomUUID();
  const role = { id, name: id, nameKey: id, permissions, revision: 1, createdAt: clock.now() };
  await store.write((tx) => tx.insert(store.tables.teamRoles).values(role));
  const holder = await signedIn(app);
  await giveRoleAsSite(asSite(app.deps), { userId: holder.userId, roleId: id });
  // As the others of this world have, so that the permission is all that differs.
  await linkDiscord(app.deps, holder.userId);
  return holder;
};

/** A key with one scope, for every game. */
const keyWith = async ({ app, ids }: World, scope: BridgeScope) => {
  const { store, clock } = app.deps;
  const { id, hash, key } = makeBridgeSecret();
  await store.write((tx) =>
    tx.insert(store.tables.bridgeKeys).values({
      id,
      hash,
      name: scope,
      scopes: [scope],
      games: EVERY_GAME,
      createdBy: ids.admin,
      createdAt: clock.now(),
    }),
  );
  return { authorization: `Bearer ${key}` };
};

/** Somebody who asks with exactly one permission or scope. */
export type Asker<Right> = {
  readonly right: Right;
  readonly userId: string | null;
  readonly headers: Readonly<Record<string, string>>;
};

/** The world of the access tests, a member for every single permission and a key for every scope. */
export const makePermissionWorld = async () => {
  const world = await makeWorld();
  const holders: Asker<Permission>[] = [];
  for (const right of PERMISSIONS) {
    const { userId, headers } = await holderOf(world.app, [right]);
    holders.push({ right, userId, headers });
  }
  const keys: Asker<BridgeScope>[] = [];
  for (const right of BRIDGE_SCOPES)
    keys.push({ right, userId: null, headers: await keyWith(world, right) });
  return { world, holders, keys };
};
