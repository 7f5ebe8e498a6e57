import { z } from "zod";

const HEADER = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/;
const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });
const DAY_SECONDS = 24 * 60 * 60;

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/** Who sent a message, as far as the service knows them. */
export type VapidSender = { publicKey: string; subject: string };

/**
 * Checks who signed a request (RFC 8292).
 * @param audience the origin of the endpoint.
 * @returns null where the signature, the audience, the time or the contact is not right.
 */
export const verifyVapid = async (
  authorization: string | null,
  audience: string,
): Promise<VapidSender | null> => {
  const [, head, claims, signature, publicKey] = HEADER.exec(authorization ?? "") ?? [];
  if (head === undefined || claims === undefined || signature === undefined) return null;
  if (publicKey === undefined) return null;
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const key = await crypto.subtle
    .importKey("raw", bytesOf(publicKey), algorithm, false, ["verify"])
    .catch(() => null);
  if (key === null) return null;
  const isSigned = await crypto.subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    key,
    bytesOf(signature),
    new TextEncoder().encode(`${head}.${claims}`),
  );
  const parsed = claimsSchema.safeParse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  if (!isSigned || !parsed.success) return null;
  const { aud, exp, sub } = parsed.data;
  const now = Date.now() / 1000;
  const isTimely = exp > now && exp <= now + DAY_SECONDS;
  const isContact = /^(?:https:\/\/|mailto:)\S+$/.test(sub) && !sub.includes("@localhost");
  return aud === audience && isTimely && isContact ? { publicKey, subject: sub } : null;
};
