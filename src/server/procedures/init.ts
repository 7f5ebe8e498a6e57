import { initTRPC } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { noteRefusedScope } from "#server/access/refused-keys.ts";
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
import type { BridgeScope } from "#shared/constants/points.ts";
import { MESSAGES } from "#shared/messages.ts";
import { assertOpen } from "./maintenance.ts";
import { toAppError } from "./to-app-error.ts";

/** Who may call a procedure at all. What they may do is decided inside the use case. */
export type ProcedureKind = "public" | "member" | "admin" | "bridge";

const t = initTRPC
  .context<RequestCtx>()
  .meta<{ kind: ProcedureKind; scope?: BridgeScope }>()
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

export const adminProcedure = memberProcedure.meta({ kind: "admin" }).use(({ ctx, next }) => {
  if (ctx.actor.role !== "Admin") throw new AppError("forbidden", MESSAGES.accessDenied);
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
