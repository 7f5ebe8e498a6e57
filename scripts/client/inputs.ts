import { join } from "node:path";
import { ROOT } from "./places.ts";

/** Everything that a client build is made from. Of the server only types reach the client. */
const INPUTS = [
  "src/client/**/*",
  "src/shared/**/*",
  "src/server/modules/community/display-fonts.ts",
  "scripts/build-client.ts",
  "scripts/client/**/*",
  "package.json",
  "bun.lock",
  "tsconfig.json",
];

/** Digest of the names and bytes of all inputs, and of the bundler's version. */
export const digestInputs = async () => {
  const paths = INPUTS.flatMap((pattern) =>
    Array.from(new Bun.Glob(pattern).scanSync({ cwd: ROOT })),
  );
  const hasher = new Bun.CryptoHasher("sha256").update(Bun.version);
  for (const path of paths.toSorted())
    hasher.update(path).update(await Bun.file(join(ROOT, path)).bytes());
  return hasher.digest("hex");
};
