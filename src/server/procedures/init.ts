import { initTRPC } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { noteRefusedScope } from "#server/access/refused-keys.ts";
import { may } from "#server/access/rights.ts";
import type {
  Actor,
  BridgeCtx,
  BridgeKey,
  MemberCtx,
  RequestCtx,
} from "#server/context/context.ts";
import { AppError, ERROR_KINDS } from "#server/core/errors.ts";
import { REFUSALS } from "#server/core/refusals.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import type { Permission } from "#shared/constants/permissions.ts";
import type { BridgeScope } from "#shared/constants/points.ts";
import { MESSAGES } from "#shared/messages.ts";
import { assertOpen } from "./maintenance.ts";
import { toAppError } from "./to-app-error.ts";

/** Who may call a procedure at all. What they may do is decided inside the use case. */
export type ProcedureKind = "public" | "member" | "team" | "admin" | "bridge";

/** What a procedure says of its callers. */
export type ProcedureMeta = {
  kind: ProcedureKind;
  /** Of a bridge key. */
  scope?: BridgeScope;
  /** Of whoever belongs to the team; absent where any will do. */
  permission?: Permission;
  /** What is counted before the use case is asked at all. */
  limit?: LimitName;
};

const t = initTRPC
  .context<RequestCtx>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const appError = toAppError(error);
      const { status, trpc } = ERROR_KINDS[appError.kind];
      return {
        message: appError.message,
        code: TRPC_ERROR_CODES_BY_KEY[trpc],
        data: {
          code: appError.code,
          httpStatus: status,
          path: shape.data.path,
          requestId: ctx?.requestId,
          fields: appError.fields,
          secondStep: appError.secondStep,
        },
      };
    },
  });

export const router = t.router;

const anyProcedure = t.procedure.use(({ ctx, type, path, next }) => {
  if (type === "mutation") assertOpen(ctx, path);
  return next();
});

export const publicProcedure = anyProcedure.meta({ kind: "public" });

export const memberProcedure = anyProcedure.meta({ kind: "member" }).use(({ ctx, next }) => {
  if (ctx.actor.kind !== "member") throw new AppError("unauthorized", REFUSALS.signInFirst);
  // Says what is known now, and leaves the context as it is: tRPC would copy it key by key.
  return next<Pick<MemberCtx, "actor" | "read" | "write">>({});
});

const denied = () => new AppError("forbidden", MESSAGES.accessDenied);

/** For those of the team who have this permission. */
export const permissionProcedure = (permission: Permission) =>
  memberProcedure.meta({ kind: "team", permission }).use(({ ctx, next }) => {
    if (!may(ctx.actor, permission)) throw denied();
    return next();
  });

/** For everybody of the team: what each is told goes by their permissions. */
export const teamProcedure = memberProcedure.meta({ kind: "team" }).use(({ ctx, next }) => {
  if (ctx.actor.permissions.length === 0) throw denied();
  return next();
});

/** For Admins alone: what is about the machine, and about who else is one. */
export const adminProcedure = memberProcedure.meta({ kind: "admin" }).use(({ ctx, next }) => {
  if (!ctx.actor.isAdmin) throw denied();
  return next();
});

const TEAM_ACTS = "teamActsByMember" satisfies LimitName;
const countTeamAct = (ctx: Pick<MemberCtx, "write">): Promise<void> =>
  ctx.write((tx) => tx.count(TEAM_ACTS, tx.actor.userId));

/** What somebody of the team who has this permission does about others; so many in an hour [LIMIT-11]. */
export const permissionActProcedure = (permission: Permission) =>
  permissionProcedure(permission)
    .meta({ kind: "team", permission, limit: TEAM_ACTS })
    .use(async ({ ctx, next }) => {
      await countTeamAct(ctx);
      return next();
    });

/** The same of an Admin. */
export const adminActProcedure = adminProcedure
  .meta({ kind: "admin", limit: TEAM_ACTS })
  .use(async ({ ctx, next }) => {
    await countTeamAct(ctx);
    return next();
  });

const withoutKey = (actor: Exclude<Actor, BridgeKey>): AppError => {
  const refused = actor.kind === "guest" ? actor.refusedKey : undefined;
  if (refused === "expired") return new AppError("key_expired", BRIDGE.keyExpired);
  if (refused === "revoked") return new AppError("key_revoked", BRIDGE.keyRevoked);
  return new AppError("unauthorized", BRIDGE.wantsKey);
};

/** For game-server plugins alone, whose key has this scope; for which games is the use case's to ask. */
export const bridgeProcedure = (scope: BridgeScope) =>
  anyProcedure.meta({ kind: "bridge", scope }).use(async ({ ctx, next }) => {
    if (ctx.actor.kind !== "bridge") throw withoutKey(ctx.actor);
    if (!ctx.actor.scopes.includes(scope)) {
      await noteRefusedScope(ctx, ctx.actor.keyId, scope);
      throw new AppError("key_scope", BRIDGE.lacksScope);
    }
    return next<Pick<BridgeCtx, "actor" | "read" | "write">>({});
  });
