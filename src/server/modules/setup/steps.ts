import { and, isNull } from "drizzle-orm";
import { z } from "zod";
import { attemptsByAddress } from "#server/access/account-changes.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { hashPassword } from "#server/auth/secrets.ts";
import { sameText } from "#server/config/community-file.ts";
import type { Config } from "#server/config/config.ts";
import type { MemberCtx, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import {
  assertNewAccount,
  assertPasswordAllowed,
  claimByAddress,
  emailInUse,
} from "#server/modules/accounts/index.ts";
import { trialMailOf } from "#server/modules/mail/index.ts";
import { addUser, indexMember, setRole, verifyUser } from "#server/modules/members/index.ts";
import { welcome } from "#server/modules/notifications/index.ts";
import { readShown } from "#server/modules/site/index.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { SETUP_STEPS, type SetupStep, type TriedProvider } from "#shared/constants/setup.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";
import type {
  FirstAdminInput,
  SetupLinkState,
  SetupState,
  skipInput,
  trialInput,
  trialMailInput,
  TrialOutcome,
} from "#shared/schemas/site.ts";
import { SETUP } from "#shared/setup-messages.ts";
import { SETUP_WIZARD } from "#shared/setup-wizard-messages.ts";
import { spendLink, stateOfLink } from "./index.ts";

const assertOpen = (state: SetupLinkState): void => {
  if (state !== "open") throw new AppError("setup_refused", SETUP.refused[state]);
};

const addAdmin = async (
  tx: Tx,
  { email, firstName, lastName }: FirstAdminInput,
  passwordHash: string,
): Promise<void> => {
  const owner = { email, passwordHash, firstName, lastName };
  // Whoever has the link is the owner of the site: an account that was moved in with their address is theirs.
  const waiting = await claimByAddress(tx, owner);
  const id = waiting ?? crypto.randomUUID();
  if (waiting === null && !(await addUser(tx, { id, ...owner }))) throw emailInUse();
  await indexMember(tx, id);
  await verifyUser(tx, id);
  await tx.audit({ actorId: null, action: "setup.admin_created", subject: id });
  await setRole(tx, { userId: id, from: "User", to: "Admin" });
  await welcome(tx, { userId: id, config: tx.config });
};

/**
 * Makes the account of the first Admin, for whoever has the link that the command prints [SETUP-02]:
 * without mail and without Discord, its address counts as proven. An imported account that waits with that
 * address becomes it. Of two who come with one link, one becomes the Admin.
 * @returns the address to log in with.
 * @throws {AppError} `bad_request` with the first thing that is wrong and its field; `setup_refused`
 *   for a link that is missing, unknown, expired or used; `email_in_use`; `too_many_requests`.
 */
export const createFirstAdmin = async (
  ctx: RequestCtx,
  input: FirstAdminInput,
): Promise<{ email: string }> => {
  assertNewAccount(input);
  // A link that is refused is no error in here: the try must stay counted.
  const { verdict, state } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"));
    return { verdict, state: verdict.allowed ? await stateOfLink(tx, input.token) : "unknown" };
  });
  assertAllowed(verdict);
  // Asked again inside; here, so that nobody without a link costs a hash.
  assertOpen(state);
  const { password } = input;
  await assertPasswordAllowed(ctx, { field: "password", password, owner: input });
  const passwordHash = await hashPassword(password);
  await ctx.write(async (tx) => {
    assertOpen(await stateOfLink(tx, input.token));
    await addAdmin(tx, input, passwordHash);
    await spendLink(tx);
  });
  return { email: input.email };
};

/** Counts a trial before it is made. */
const begin = (ctx: MemberCtx, limit: LimitName): Promise<void> =>
  ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    await tx.count(limit, tx.actor.userId);
  });

const noteOutcome = async (
  ctx: MemberCtx,
  tried: TriedProvider | "mail",
  outcome: TrialOutcome | null,
): Promise<TrialOutcome> => {
  if (outcome === null) throw new AppError("conflict", SETUP_WIZARD.notConfigured);
  await ctx.write((tx) =>
    tx.audit({
      action: "setup.tried",
      subject: null,
      after: { platform: tried, status: outcome.failure ?? "ok" },
    }),
  );
  return outcome;
};

/**
 * Asks a provider whether it takes what is configured [SETUP-04].
 * @throws {AppError} `conflict` where nothing is configured, `too_many_requests`.
 */
export const tryProvider = async (
  ctx: MemberCtx,
  { provider }: z.infer<typeof trialInput>,
): Promise<TrialOutcome> => {
  await begin(ctx, "trialsByMember");
  return noteOutcome(ctx, provider, await ctx.trials.provider(provider));
};

/**
 * Sends a mail to an address at once, beside the outbox, and tells what the mail server answered.
 * @throws {AppError} `bad_request` for what is no email address, `conflict` where no mail server is
 *   configured, `too_many_requests`.
 */
export const sendTrialMail = async (
  ctx: MemberCtx,
  { email }: z.infer<typeof trialMailInput>,
): Promise<TrialOutcome> => {
  const problem = emailProblem(email);
  if (problem !== null) throw wrongInput(problem, ["email"]);
  await begin(ctx, "trialMailsByMember");
  const { config } = ctx;
  const mail = {
    id: crypto.randomUUID(),
    to: { name: "", address: email.trim() },
    ...trialMailOf(config),
  };
  return noteOutcome(ctx, "mail", await ctx.trials.mail(mail));
};

/** What Admins have put aside. What is done follows from the site itself. */
const skippedSteps = {
  key: "setup_skipped",
  // A step that is none any more is forgotten.
  schema: z.array(z.string()),
};

type Document = Awaited<ReturnType<typeof readShown>>["document"];

const keyOf = (server: unknown): string => {
  const { key } = z.looseObject({ key: z.string() }).catch({ key: "" }).parse(server);
  return key;
};

const serversIn = (document: Partial<Document>): readonly unknown[] =>
  Array.isArray(document.servers) ? document.servers : [];

const namesTimeZone = (brand: unknown): boolean =>
  z.looseObject({ timezone: z.string() }).safeParse(brand).success;

/** What is true of a site as it is configured and published. */
const doneSteps = (
  { discord, mail, steam, epic, microsoft, tebex, untouchedExample, communityFile }: Config,
  published: Document,
): Readonly<Record<SetupStep, boolean>> => {
  const isExample = untouchedExample !== null;
  const example = communityFile.document;
  const theirs = new Set(serversIn(example).map((server) => sameText(server)));
  return {
    brand: !isExample || sameText(published.brand) !== sameText(example.brand),
    timezone: !isExample || namesTimeZone(published.brand),
    server: serversIn(published).some((server) => !isExample || !theirs.has(sameText(server))),
    discord: discord !== null,
    mail: mail !== null,
    steam: steam !== null,
    epic: epic !== null,
    microsoft: microsoft !== null,
    tebex: tebex !== null,
  };
};

/** How far the owner has come [SETUP-03]: what is true, and what was put aside. */
export const readSetup = async ({ config, read }: MemberCtx): Promise<SetupState> => {
  const { document } = await readShown(read);
  const done = doneSteps(config, document);
  const skipped = new Set(await readSetting(read, skippedSteps));
  const example = config.untouchedExample !== null ? serversIn(config.communityFile.document) : [];
  return {
    steps: SETUP_STEPS.map((step) => ({
      step,
      isDone: done[step],
      isSkipped: skipped.has(step),
    })),
    isPublicUrlSet: config.isPublicUrlSet,
    isExample: config.untouchedExample !== null,
    exampleServers: example.map(keyOf),
  };
};

/** Puts a step aside, or takes it up again. */
export const skipStep = (
  ctx: MemberCtx,
  { step, isSkipped }: z.infer<typeof skipInput>,
): Promise<void> =>
  ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    const before = new Set(await readSetting(tx, skippedSteps));
    if (isSkipped) before.add(step);
    else before.delete(step);
    await writeSetting(
      tx,
      skippedSteps,
      SETUP_STEPS.filter((one) => before.has(one)),
    );
  });

const COUNTED_MAX = 100;

/** How many registrations wait, up to a hundred, for an address to be confirmed. */
export const countWaiting = async ({ read, tables }: MemberCtx): Promise<{ count: number }> => {
  const { users } = tables;
  const waiting = await read
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNull(users.verifiedAt),
        isNull(users.waitsSince),
        isNull(users.deactivatedAt),
        isNull(users.erasedAt),
      ),
    )
    .limit(COUNTED_MAX);
  return { count: waiting.length };
};
