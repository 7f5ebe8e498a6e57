import { createHash } from "node:crypto";

/** A strong tag of a body, quoted as the header has it: the same for the same bytes. */
export const etagOf = (body: string | Uint8Array): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
