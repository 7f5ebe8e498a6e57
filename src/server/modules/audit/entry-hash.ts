import { z } from "zod";
import { hashOf } from "#server/auth/secrets.ts";
import type { Tables } from "#server/store/store.ts";

type AuditRow = Tables["audit"]["$inferSelect"];

/** Of what an entry's hash is made. A later one can tell what was sealed by an earlier one. */
const FORM = "lynxden-audit-1";
const SALT_BYTES = 16;

/** What is hashed of the personal parts: without the salt nobody can guess them back. */
export type PersonalParts = Pick<AuditRow, "network" | "browser">;
/** The parts that stay, whoever is erased. */
export type LastingParts = Pick<
  AuditRow,
  "id" | "at" | "actorId" | "action" | "subject" | "before" | "after" | "requestId" | "personalHash"
>;

export const randomSalt = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES))).toString("base64url");

/** @returns SHA-256 in hexadecimal, by which the personal parts enter the chain. */
export const personalHashOf = (salt: string, { network, browser }: PersonalParts): string =>
  hashOf(JSON.stringify([salt, network, browser]));

/**
 * @param before the hash of the entry at the position before; "" for the first.
 * @returns SHA-256 in hexadecimal.
 */
export const entryHashOf = (position: number, before: string, entry: LastingParts): string =>
  hashOf(
    JSON.stringify([
      FORM,
      position,
      before,
      entry.id,
      entry.at.getTime(),
      entry.actorId,
      entry.action,
      entry.subject,
      entry.before,
      entry.after,
      entry.requestId,
      entry.personalHash,
    ]),
  );

/**
 * The end of the chain as it was last sealed. It stands apart from the entries, so that an end that
 * was cut off is noticed.
 */
export const AUDIT_HEAD = {
  key: "audit_head",
  schema: z.object({ position: z.int(), hash: z.string(), sealedAt: z.iso.datetime() }),
};
export type AuditHead = z.infer<typeof AUDIT_HEAD.schema>;
