import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dir, "../..");
export const CLIENT_DIR = join(ROOT, "src/client");
export const PUBLIC_DIR = join(CLIENT_DIR, "public");
/** What the site serves: see scripts/build-client.ts. */
export const CLIENT_OUT_DIR = join(ROOT, "dist/client");
/** What `bun run build` makes. */
export const BINARY = join(ROOT, "dist/lynxden");
