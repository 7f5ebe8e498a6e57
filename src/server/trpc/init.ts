import { initTRPC } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { BridgeScope } from "#shared/constants/points.ts";
import { BRIDGE, MESSAGES } from "#shared/messages.ts";
import { noteRefusedScope } from "#server/auth/refused-keys.ts";
import type { Actor, Member, Plugin, RequestContext } from "#server/context.ts";
import { AppError, ERROR_CODES, refusal } from "#server/errors.ts";
import { REFUSALS } from "#server/refusals.ts";
import { InvalidInput, toAppError } from "#server/trpc/to-app-error.ts";

/** Who may call a procedure at all. What they may do is decided inside the verb. */
export type ProcedureKind = "public" | "member" | "admin" | "bridge";

const t = initTRPC
  .context<RequestContext>()
  .meta<{ kind: ProcedureKind; scope?: BridgeScope }>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const told = toAppError(error);
      const { status, trpc } = ERROR_CODES[told.code];
      return {
        message: told.message,
        code: TRPC_ERROR_CODES_BY_KEY[trpc],
        data: {
          code: told.code,
          reason: told.reason,
          httpStatus: status,
          path: shape.data.path,
          requestId: ctx?.requestId,
          fields: told instanceof InvalidInput ? told.fields : undefined,
        },
      };
    },
  });

export const router = t.router;

export const publicProcedure = t.procedure.meta({ kind: "public" });

export const memberProcedure = t.procedure.meta({ kind: "member" }).use(({ ctx, next }) => {
  if (ctx.actor.kind !== "member") throw new AppError("unauthorized", REFUSALS.signInFirst);
  // Says what is known now, and leaves the context as it is: tRPC would copy it key by key.
  return next<{ actor: Member }>({});
});

export const adminProcedure = memberProcedure.meta({ kind: "admin" }).use(({ ctx, next }) => {
  if (ctx.actor.role !== "Admin") throw new AppError("forbidden", MESSAGES.accessDenied);
  return next();
});

const withoutKey = (actor: Exclude<Actor, Plugin>): AppError => {
  const refused = actor.kind === "anonymous" ? actor.refusedKey : undefined;
  if (refused === "expired") return refusal("key_expired", BRIDGE.keyExpired);
  if (refused === "revoked") return refusal("key_revoked", BRIDGE.keyRevoked);
  return new AppError("unauthorized", BRIDGE.wantsKey);
};

/** For game-server plugins alone, whose key has this scope; for which games is the verb's to ask. */
export const bridgeProcedure = (scope: BridgeScope) =>
  t.procedure.meta({ kind: "bridge", scope }).use(async ({ ctx, next }) => {
    if (ctx.actor.kind !== "plugin") throw withoutKey(ctx.actor);
    if (!ctx.actor.scopes.includes(scope)) {
      await noteRefusedScope(ctx, ctx.actor.keyId, scope);
      throw refusal("key_scope", BRIDGE.lacksScope);
    }
    return next<{ actor: Plugin }>({});
  });
