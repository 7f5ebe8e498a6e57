import { asc, eq } from "drizzle-orm";
import { AppError } from "#server/core/errors.ts";
import type { Reader } from "#server/store/store.ts";
import { BUILT_IN_ROLES, type Permission } from "#shared/constants/permissions.ts";
import { TEAM } from "#shared/team-messages.ts";

/** A role as it is known here. */
export type KnownRole = {
  id: string;
  name: string;
  permissions: readonly Permission[];
  isBuiltIn: boolean;
  revision: number;
};

const BUILT_IN: readonly KnownRole[] = BUILT_IN_ROLES.map(({ id, name, permissions }) => ({
  id,
  name,
  permissions,
  isBuiltIn: true,
  revision: 0,
}));

/** All of them, the built-in ones first, then by name. */
export const knownRoles = async ({ select, tables }: Reader): Promise<KnownRole[]> => {
  const { teamRoles: t } = tables;
  const own = await select().from(t).orderBy(asc(t.nameKey));
  return [
    ...BUILT_IN,
    ...own.map(({ id, name, permissions, revision }) => ({
      id,
      name,
      permissions,
      isBuiltIn: false,
      revision,
    })),
  ];
};

/** @throws {AppError} `not_found`. */
export const findRole = async ({ select, tables }: Reader, id: string): Promise<KnownRole> => {
  const builtIn = BUILT_IN.find((role) => role.id === id);
  if (builtIn !== undefined) return builtIn;
  const { teamRoles: t } = tables;
  const [own] = await select().from(t).where(eq(t.id, id));
  if (own === undefined) throw new AppError("not_found", TEAM.unknownRole);
  return { ...own, isBuiltIn: false };
};
