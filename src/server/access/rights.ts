import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { Session, SessionUser } from "#server/auth/lucia.ts";
import type { Community } from "#server/config/community.ts";
import type { Member, System, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Reader } from "#server/store/store.ts";
import { type Permission, PERMISSIONS } from "#shared/constants/accounts.ts";
import { MESSAGES } from "#shared/messages.ts";

/** What somebody may do beyond what every member may. */
export type Rights = Pick<Member, "isAdmin" | "permissions">;

type Standing = Pick<SessionUser, "role" | "team">;

const NONE: Rights = { isAdmin: false, permissions: [] };

const rightsOfTeam = ({ role, team }: Standing): Rights => {
  if (role === "Admin") return { isAdmin: true, permissions: PERMISSIONS };
  return { isAdmin: false, permissions: team?.permissions ?? [] };
};

/** Where it is said whether the team needs a second factor. */
export type Rule = {
  readonly config: {
    readonly community: { readonly security: Pick<Community["security"], "teamNeedsSecondFactor"> };
  };
};

/**
 * True of whoever has a permission of the team, and no second factor proven in this session, where the site
 * asks for one: until then they are a member [FACTOR-11].
 */
export const lacksFactor = (standing: Standing, session: Session, { config }: Rule): boolean =>
  config.community.security.teamNeedsSecondFactor &&
  !session.hasSecondFactor &&
  rightsOfTeam(standing).permissions.length > 0;

/**
 * The one place that says what somebody may do, from how their account stands and from the session by
 * which they are signed in.
 */
export const rightsOf = (standing: Standing, session: Session, rule: Rule): Rights =>
  lacksFactor(standing, session, rule) ? NONE : rightsOfTeam(standing);

/** Somebody who is signed in, as use cases know them. */
export const memberActor = (
  { session, user }: { session: Session; user: SessionUser },
  rule: Rule,
): Member => {
  const rights = rightsOf(user, session, rule);
  return {
    kind: "member",
    userId: user.id,
    // An Admin whose rights are off is a member.
    role: user.role === "Admin" && !rights.isAdmin ? "User" : user.role,
    session,
    user,
    ...rights,
  };
};

/** Whether somebody may do that, as their account stood when the request came. */
export const may = (actor: Rights, permission: Permission): boolean =>
  actor.permissions.includes(permission);

const rightsNow = async (tx: Tx<Member>): Promise<Rights> => {
  const { users } = tx.tables;
  const isInUse = and(isNull(users.deactivatedAt), isNotNull(users.verifiedAt));
  const [found] = await tx
    .select({ role: users.role, team: users.team })
    .from(users)
    .where(and(eq(users.id, tx.actor.userId), isInUse));
  if (found === undefined) return NONE;
  return rightsOf(found, tx.actor.session, tx);
};

const denied = () => new AppError("forbidden", MESSAGES.accessDenied);

/**
 * Asked in the transaction in which an act of the team is written: whoever has lost the permission, or
 * whose account was closed since the request came, does nothing more. The site itself, and its owner by
 * a command, always may.
 * @returns what they may do now.
 * @throws {AppError} `forbidden`.
 */
export const assertMay = async (
  tx: Tx<Member | System>,
  permission: Permission,
): Promise<Rights> => {
  const { actor } = tx;
  if (actor.kind === "system") return { isAdmin: true, permissions: PERMISSIONS };
  const rights = await rightsNow({ ...tx, actor });
  if (!may(rights, permission)) throw denied();
  return rights;
};

/** The same where Admins alone may. @throws {AppError} `forbidden`. */
export const assertStillAdmin = async (tx: Tx<Member | System>): Promise<void> => {
  const { actor } = tx;
  if (actor.kind === "system") return;
  if (!(await rightsNow({ ...tx, actor })).isAdmin) throw denied();
};

/** For `.where(...)` over `users`: Admins, and who has a role of the team. By indexes, whatever the number of users. */
export const belongsToTeam = (reader: Reader) => {
  const { users } = reader.tables;
  const having = reader.select({ id: users.id }).from(users).where(isNotNull(users.team));
  return or(eq(users.role, "Admin"), inArray(users.id, having));
};

/** Few enough for one query. */
const SLICE = 200;

/** Which of these people have a second factor: an authenticator app or a passkey. */
export const withSecondFactor = async (
  reader: Reader,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { totpFactors, passkeys } = reader.tables;
  const having = new Set<string>();
  for (let start = 0; start < userIds.length; start += SLICE) {
    const some = userIds.slice(start, start + SLICE);
    const apps = await reader
      .select({ userId: totpFactors.userId })
      .from(totpFactors)
      .where(inArray(totpFactors.userId, some));
    const keys = await reader
      .selectDistinct({ userId: passkeys.userId })
      .from(passkeys)
      .where(inArray(passkeys.userId, some));
    for (const { userId } of [...apps, ...keys]) having.add(userId);
  }
  return having;
};

/**
 * Those of these people whose permissions of the team can be on: all of them, or, where the team needs a
 * second factor, whoever has one [FACTOR-11]. For what is sent to people who are not here now.
 */
export const whereRightsCanBeOn = async (
  reader: Reader & Rule,
  userIds: readonly string[],
): Promise<string[]> => {
  if (!reader.config.community.security.teamNeedsSecondFactor) return [...userIds];
  const having = await withSecondFactor(reader, userIds);
  return userIds.filter((id) => having.has(id));
};
