import { initTRPC, TRPCError } from "@trpc/server";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { z } from "zod";
import { noteRefusedScope } from "#server/access/audit-notes.ts";
import { may } from "#server/access/rights.ts";
import type {
  Actor,
  BridgeCtx,
  BridgeKey,
  MemberCtx,
  RequestCtx,
} from "#server/context/context.ts";
import {
  AppError,
  ERROR_KINDS,
  type ErrorKind,
  REFUSALS,
  retryAfter,
} from "#server/core/errors.ts";
import { inputSentence } from "#server/core/input-sentence.ts";
import { type StoreTrouble, storeTroubleOf } from "#server/store/trouble.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { Permission } from "#shared/constants/accounts.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import type { BridgeScope } from "#shared/constants/points.ts";
import { MESSAGES } from "#shared/messages.ts";
import { CALLS } from "#shared/proof-messages.ts";

/**
 * What people may do in maintenance, too: sign in and out, get back into their account, and withdraw what
 * they agreed to.
 */
const STAYS: ReadonlySet<string> = new Set([
  "accounts.confirm",
  "accounts.confirmAddress",
  "accounts.confirmBrowser",
  "accounts.confirmWithPasskey",
  "accounts.endOtherSessions",
  "accounts.endSession",
  "accounts.login",
  "accounts.logout",
  "accounts.requestBrowserLink",
  "accounts.requestPasswordReset",
  "accounts.resetPassword",
  "accounts.revertAddress",
  "accounts.verifyEmail",
  "factors.beginReset",
  "factors.loginWithDiscord",
  "factors.requestReset",
  "factors.stopOwnReset",
  "factors.stopReset",
  "factors.takeSecondStep",
  "passkeys.login",
  "passkeys.requestConfirmation",
  "passkeys.requestLogin",
  "passkeys.takeSecondStep",
  "security.endSessions",
  "consents.answer",
  "members.setMarketingConsent",
]);

/** When nobody knows how long it takes, it is tried again after this. */
const RETRY_SECONDS = 300;

const secondsUntil = (end: string | null, now: Date): number =>
  end === null ? RETRY_SECONDS : Math.ceil((Date.parse(end) - now.getTime()) / 1000);

/** `path` names the procedure, such as `tickets.create`. */
type Call = { ctx: Pick<RequestCtx, "actor" | "config" | "clock">; type: string; path: string };

/**
 * Lets only those who look after the site change anything while the site is in maintenance; what people read stays [SITE-08].
 * @throws {AppError} `maintenance`, with the reason and when to try again.
 */
const assertOpen = ({ ctx: { actor, config, clock }, type, path }: Call): void => {
  const { maintenance } = config;
  if (maintenance === null || type !== "mutation" || STAYS.has(path)) return;
  if (actor.kind === "member" && may(actor, "site")) return;
  const { reason, expectedEnd } = maintenance;
  const seconds = secondsUntil(expectedEnd, clock.now());
  const details = retryAfter(seconds > 0 ? seconds : RETRY_SECONDS);
  throw new AppError("maintenance", CALLS.inMaintenance(reason), details);
};

// Of the whole program: a schema's own sentence goes before it, zod's English comes after.
z.config({ customError: inputSentence });

/** "field: must be …"; a sentence that names the field itself stands alone. */
const named = (field: string, text: string): string => {
  const name = field.split(".").at(-1) ?? "";
  const isNamed = /^[A-Z]/.test(text) && text.toLowerCase().includes(name.toLowerCase());
  return isNamed ? text : `${field === "" ? "The input" : `${field}:`} ${text}`;
};

/** Input that a schema refused: says which field, and why. */
export class InvalidInput extends AppError {
  constructor(issues: readonly z.core.$ZodIssue[]) {
    const fields = new Map<string, string>();
    for (const { path, message } of issues) {
      const field = z.core.toDotPath(path);
      if (!fields.has(field)) fields.set(field, message);
    }
    const sentence = [...fields].map(([field, text]) => named(field, text)).join("; ");
    super("bad_request", sentence, { fields: Object.fromEntries(fields) });
  }
}

// What tRPC itself refuses, in our words: its own sentences repeat what was sent.
const REFUSED_BY_TRPC: Partial<Record<TRPCError["code"], [ErrorKind, string]>> = {
  BAD_REQUEST: ["bad_request", REFUSALS.malformedCall],
  PARSE_ERROR: ["bad_request", REFUSALS.malformedCall],
  NOT_FOUND: ["not_found", REFUSALS.unknownCall],
  METHOD_NOT_SUPPORTED: ["method_not_allowed", REFUSALS.wrongMethod],
  UNSUPPORTED_MEDIA_TYPE: ["unsupported_media_type", REFUSALS.wantsJson],
};

const AWAY: [string, number] = [CALLS.databaseAway, 5];
const UNWRITABLE: [string, number] = [CALLS.cannotSave, 30];
/** The sentence, and after how many seconds it is worth another try. */
const TROUBLES: Readonly<Record<StoreTrouble, readonly [string, number]>> = {
  away: AWAY,
  busy: AWAY,
  full: UNWRITABLE,
  read_only: UNWRITABLE,
  failing: UNWRITABLE,
};

/**
 * What a caller may know of any error: an `AppError` as it is, refused input with its fields,
 * a 503 while the database cannot be used, and one fixed sentence for everything else.
 */
export const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.code === "BAD_REQUEST" && error.cause instanceof z.core.$ZodError)
      return new InvalidInput(error.cause.issues);
    const refused = REFUSED_BY_TRPC[error.code];
    if (refused) return new AppError(...refused);
  }
  const trouble = storeTroubleOf(error);
  if (trouble === null) return new AppError("internal", MESSAGES.unexpected);
  const [sentence, retryAfterSeconds] = TROUBLES[trouble];
  return new AppError("unavailable", sentence, retryAfter(retryAfterSeconds));
};

/** The error that a log should describe: tRPC wraps what a procedure threw. */
export const rootError = (error: unknown): unknown =>
  error instanceof TRPCError && error.cause !== undefined ? error.cause : error;

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

export const publicProcedure = t.procedure.meta({ kind: "public" }).use((call) => {
  assertOpen(call);
  return call.next();
});

/** Refuses a member who may not call a procedure. */
type Check = (ctx: MemberCtx) => void | Promise<void>;

/**
 * What members alone may call. Everything that is asked of them is asked in one step: tRPC copies the whole
 * call, key by key, for each.
 */
const procedureOf = (meta: ProcedureMeta, check?: Check) =>
  t.procedure.meta(meta).use(async (call) => {
    assertOpen(call);
    if (call.ctx.actor.kind !== "member") throw new AppError("unauthorized", REFUSALS.signInFirst);
    if (check !== undefined) await check(call.ctx as MemberCtx);
    // Says what is known now, and leaves the context as it is: tRPC would copy that, too.
    return call.next<Pick<MemberCtx, "actor" | "read" | "write">>({});
  });

export const memberProcedure = procedureOf({ kind: "member" });

const denied = () => new AppError("forbidden", MESSAGES.accessDenied);

const needs =
  (permission: Permission): Check =>
  ({ actor }) => {
    if (!may(actor, permission)) throw denied();
  };

const needsTeam: Check = ({ actor }) => {
  if (actor.permissions.length === 0) throw denied();
};

const needsAdmin: Check = ({ actor }) => {
  if (!actor.isAdmin) throw denied();
};

const TEAM_ACTS = "teamActsByMember" satisfies LimitName;

/** The same of an act about others, of which so many are let through in an hour [LIMIT-11]. */
const counted =
  (check: Check): Check =>
  async (ctx) => {
    await check(ctx);
    await ctx.write((tx) => tx.count(TEAM_ACTS, tx.actor.userId));
  };

/** For those of the team who have this permission. */
export const permissionProcedure = (permission: Permission) =>
  procedureOf({ kind: "team", permission }, needs(permission));

/** For everybody of the team: what each is told goes by their permissions. */
export const teamProcedure = procedureOf({ kind: "team" }, needsTeam);

/** For Admins alone: what is about the machine, and about who else is one. */
export const adminProcedure = procedureOf({ kind: "admin" }, needsAdmin);

/** What somebody of the team who has this permission does about others. */
export const permissionActProcedure = (permission: Permission) =>
  procedureOf({ kind: "team", permission, limit: TEAM_ACTS }, counted(needs(permission)));

/** The same of an Admin. */
export const adminActProcedure = procedureOf(
  { kind: "admin", limit: TEAM_ACTS },
  counted(needsAdmin),
);

const withoutKey = (actor: Exclude<Actor, BridgeKey>): AppError => {
  const refused = actor.kind === "guest" ? actor.refusedKey : undefined;
  if (refused === "expired") return new AppError("key_expired", BRIDGE.keyExpired);
  if (refused === "revoked") return new AppError("key_revoked", BRIDGE.keyRevoked);
  return new AppError("unauthorized", BRIDGE.wantsKey);
};

/** For game-server plugins alone, whose key has this scope; for which games is the use case's to ask. */
export const bridgeProcedure = (scope: BridgeScope) =>
  t.procedure.meta({ kind: "bridge", scope }).use(async (call) => {
    assertOpen(call);
    const { ctx, next } = call;
    if (ctx.actor.kind !== "bridge") throw withoutKey(ctx.actor);
    if (!ctx.actor.scopes.includes(scope)) {
      await noteRefusedScope(ctx, ctx.actor.keyId, scope);
      throw new AppError("key_scope", BRIDGE.lacksScope);
    }
    return next<Pick<BridgeCtx, "actor" | "read" | "write">>({});
  });
