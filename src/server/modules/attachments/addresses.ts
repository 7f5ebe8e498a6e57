import { timingSafeEqual } from "node:crypto";
import { fingerprintOf } from "#server/auth/secrets.ts";
import type { Services } from "#server/context/services.ts";
import { ATTACHMENT_ADDRESS_MS } from "#shared/constants/attachments.ts";

type Signing = Pick<Services, "auth" | "clock">;

/** A file as it is, and the same for small places. */
export type AttachmentSize = "full" | "small";

const ADDRESS = /^\/api\/tickets\/attachments\/([\da-f]{32})\/(full|small)$/;

const signatureOf = ({ auth }: Signing, id: string, expires: number): string =>
  fingerprintOf(auth.keyFor("attachment addresses"), `${id} ${expires}`);

/**
 * Where an attachment is served for a while: a path of this site. For a quarter of an hour it stays the
 * same, so that a browser asks once.
 */
export const attachmentAddress = (signing: Signing, id: string, size: AttachmentSize): string => {
  const windows = Math.floor(signing.clock.now().getTime() / ATTACHMENT_ADDRESS_MS) + 2;
  const expires = (windows * ATTACHMENT_ADDRESS_MS) / 1000;
  const query = `expires=${expires}&signature=${signatureOf(signing, id, expires)}`;
  return `/api/tickets/attachments/${id}/${size}?${query}`;
};

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export type SignedAddress = {
  id: string;
  size: AttachmentSize;
  /** For how long it is still good. */
  leftMs: number;
};

/**
 * Reads an address that `attachmentAddress` has made.
 * @returns `expired` for one that was good, null for one that never was.
 */
export const readAttachmentAddress = (
  signing: Signing,
  path: string,
  query: URLSearchParams,
): SignedAddress | "expired" | null => {
  const [, id, size] = ADDRESS.exec(path) ?? [];
  const [expires, signature] = [query.get("expires") ?? "", query.get("signature") ?? ""];
  if (id === undefined || !/^\d{1,12}$/.test(expires)) return null;
  if (!isSame(signature, signatureOf(signing, id, Number(expires)))) return null;
  const leftMs = Number(expires) * 1000 - signing.clock.now().getTime();
  return leftMs <= 0 ? "expired" : { id, size: size === "small" ? "small" : "full", leftMs };
};
