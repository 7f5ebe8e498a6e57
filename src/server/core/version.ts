import { createHash } from "node:crypto";
import { name, version } from "#package.json";

/** A strong tag of a body, quoted as the header has it: the same for the same bytes. */
export const etagOf = (body: string | Uint8Array): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

/** The program's version, as package.json has it. */
export const VERSION: string = version;

/** By which the program names itself to services elsewhere. */
export const USER_AGENT: string = `${name}/${version}`;

declare const SOURCES_DIGEST: string | undefined;

/** By which a binary knows what it was made of (scripts/build/sources.ts); null where the sources run themselves. */
export const SOURCES: string | null = typeof SOURCES_DIGEST === "undefined" ? null : SOURCES_DIGEST;
