import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { hashOf, randomSecret } from "#server/auth/secrets.ts";
import type { Ctx, CtxReader, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { readSetting, removeSetting, writeSetting } from "#server/store/settings.ts";
import type { Reader } from "#server/store/store.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import type { setupLinkInput, SetupLinkState } from "#shared/schemas/site.ts";
import { SETUP_COMMAND } from "#shared/setup-messages.ts";

/** So long a link to the first Admin's account is good. */
const SETUP_LINK_TTL_MS = HOUR_MS;

/** The newest link: a copy of the database opens nothing. */
const setupLink = {
  key: "setup_link",
  schema: z.object({
    /** Of its token. */
    hash: z.string(),
    /** Milliseconds since 1970. */
    until: z.number(),
  }),
};

/** Whether anybody can administer this site: an Admin whose account is not closed. */
export const hasAdmin = async (reader: Pick<Reader, "select" | "tables">): Promise<boolean> => {
  const { users } = reader.tables;
  const [admin] = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNull(users.deactivatedAt)))
    .limit(1);
  return admin !== undefined;
};

/** What a link is good for; of two who come with the same one, the transaction of one finds `open`. */
export const stateOfLink = async (
  reader: CtxReader,
  token: string | null | undefined,
): Promise<SetupLinkState> => {
  if (await hasAdmin(reader)) return "done";
  if (token == null || token === "") return "missing";
  const link = await readSetting(reader, setupLink);
  if (link === null || link.hash !== hashOf(token)) return "unknown";
  return reader.clock.now().getTime() < link.until ? "open" : "expired";
};

/** Ends the link, in the transaction that uses it. */
export const spendLink = (tx: Tx): Promise<void> => removeSetting(tx, setupLink);

/**
 * Makes the link with which the first Admin creates an account [SETUP-01]. An older one is good for
 * nothing from then on. Only its hash is kept.
 * @returns its token, and until when it is good.
 * @throws {AppError} `conflict` where there is an Admin already.
 */
export const makeSetupLink = (ctx: Pick<Ctx, "write">): Promise<{ token: string; until: Date }> => {
  const token = randomSecret();
  return ctx.write(async (tx) => {
    if (await hasAdmin(tx)) throw new AppError("conflict", SETUP_COMMAND.hasAdmin);
    const until = new Date(tx.clock.now().getTime() + SETUP_LINK_TTL_MS);
    await writeSetting(tx, setupLink, { hash: hashOf(token), until: until.getTime() });
    await tx.audit({ actorId: null, action: "setup.link_made", subject: null });
    return { token, until };
  });
};

/** What the link of whoever asks is good for. */
export const readLink = async (
  { read }: RequestCtx,
  { token }: z.infer<typeof setupLinkInput>,
): Promise<{ state: SetupLinkState }> => ({ state: await stateOfLink(read, token) });
