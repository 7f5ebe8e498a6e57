import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";

/** A kind of machine that the program is built for. */
export type Target = {
  /** As the bundler calls it. */
  compile: Bun.Build.CompileTarget;
  /** The package of the registry that has Bun for it, and the program's path in it. */
  runtime: `@oven/bun-${string}`;
  program: "bin/bun" | "bin/bun.exe";
  /** Of that program, in hexadecimal. A new version of Bun needs new ones. */
  sha256: string;
  /**
   * Compiled ahead, so that it starts sooner. Only where a build is started before it is
   * delivered: what another machine is made for could end there at the first line.
   */
  bytecode: boolean;
};

/** Version of Bun inside: the one that builds. */
export const RUNTIME_VERSION = "1.4.5";

export const TARGETS = {
  "linux-x64": {
    compile: "bun-linux-x64-modern",
    runtime: "@oven/bun-linux-x64",
    program: "bin/bun",
    sha256: "f05d28a3862f4b84395c7fa32480b835dd47482e80b7e7a49a115227f0c06083",
    bytecode: true,
  },
  "linux-x64-baseline": {
    compile: "bun-linux-x64-baseline",
    runtime: "@oven/bun-linux-x64-baseline",
    program: "bin/bun",
    sha256: "f05d28a3862f4b84395c7fa32480b835dd47482e80b7e7a49a115227f0c06083",
    bytecode: true,
  },
  "linux-arm64": {
    compile: "bun-linux-arm64",
    runtime: "@oven/bun-linux-aarch64",
    program: "bin/bun",
    sha256: "04778f1f42399a69d086853e9c7af4acf574b2f21a43d0dc673853d8b84a2923",
    bytecode: true,
  },
  "linux-x64-musl": {
    compile: "bun-linux-x64-modern-musl",
    runtime: "@oven/bun-linux-x64-musl",
    program: "bin/bun",
    sha256: "cf5d285ddbe256785a5121a3c113191a6b577504976374c7cfd5aedca609b720",
    bytecode: false,
  },
  "linux-x64-musl-baseline": {
    compile: "bun-linux-x64-baseline-musl",
    runtime: "@oven/bun-linux-x64-musl-baseline",
    program: "bin/bun",
    sha256: "cf5d285ddbe256785a5121a3c113191a6b577504976374c7cfd5aedca609b720",
    bytecode: false,
  },
  "linux-arm64-musl": {
    compile: "bun-linux-arm64-musl",
    runtime: "@oven/bun-linux-aarch64-musl",
    program: "bin/bun",
    sha256: "9c48986093073afec8b76a3e285303598dd2462f52748aecb65e4d94866e1ea3",
    bytecode: false,
  },
  "windows-x64": {
    compile: "bun-windows-x64",
    runtime: "@oven/bun-windows-x64",
    program: "bin/bun.exe",
    sha256: "e06ad0864463c68892ae71a2a64af7eae1585cac5dd9b80bc042f45605587cb1",
    bytecode: false,
  },
  "macos-x64": {
    compile: "bun-darwin-x64",
    runtime: "@oven/bun-darwin-x64",
    program: "bin/bun",
    sha256: "88f97645b270aef20f9f9442f1658461cab3e7128e658af4615144e3396f084a",
    bytecode: false,
  },
  "macos-arm64": {
    compile: "bun-darwin-arm64",
    runtime: "@oven/bun-darwin-aarch64",
    program: "bin/bun",
    sha256: "e2984124f1514e1e6bbda20adedbf07a02c443c6a5828853a15c7c7abf78e19f",
    bytecode: false,
  },
} as const satisfies Readonly<Record<string, Target>>;

export type TargetName = keyof typeof TARGETS;
export const TARGET_NAMES = Object.keys(TARGETS) as readonly TargetName[];

const isTargetName = (name: string): name is TargetName => Object.hasOwn(TARGETS, name);

/** A target that is not known. */
export class UnknownTargetError extends Error {
  override readonly name = "UnknownTargetError";
  constructor(name: string) {
    super(`There is no target ${name}. There are: all, ${TARGET_NAMES.join(", ")}.`);
  }
}

/**
 * The targets that are asked for, in the order in which they are listed here.
 * @param asked names, separated by commas or spaces; `all` stands for each of them.
 * @throws {UnknownTargetError}
 */
export const readTargets = (asked: readonly string[]): readonly TargetName[] => {
  const names = asked.flatMap((words) => words.split(/[\s,]+/)).filter(Boolean);
  if (names.includes("all")) return TARGET_NAMES;
  const unknown = names.find((name) => !isTargetName(name));
  if (unknown !== undefined) throw new UnknownTargetError(unknown);
  return TARGET_NAMES.filter((name) => names.includes(name));
};

/** What a target's file is called. */
export const fileNameOf = (name: TargetName, version: string): string =>
  `lynxden-${version}-${name}${TARGETS[name].program.endsWith(".exe") ? ".exe" : ""}`;

/** Where the files of all targets lie. */
export const DIST_DIR = join(ROOT, "dist");
