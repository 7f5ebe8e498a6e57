/**
 * Prints the packages that the program is made of, those that it asks for and those that these ask
 * for, as a table: the locked version, when it was published, and what the registry says where it
 * calls it deprecated. Asks the registry that this machine is set up for twice per package.
 *
 * `bun scripts/list-packages.ts`
 */

import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "./client/places.ts";

const lockSchema = z.object({
  workspaces: z.object({ "": z.object({ dependencies: z.record(z.string(), z.string()) }) }),
  packages: z.record(z.string(), z.array(z.unknown())),
});
/** What a lock file says. */
export type Lock = z.output<typeof lockSchema>;

const wantsSchema = z.object({ dependencies: z.record(z.string(), z.string()).optional() });

/** A package of the program; `direct` where the program itself asks for it. */
type Listed = { name: string; version: string; direct: boolean };

/** The place in the lock file of what a package there asks for: the nearest, as Node would find it. */
export const placeOf = (lock: Lock, from: string, name: string): string | undefined => {
  const within = from.split("/");
  const nearest = within.map((_, index) =>
    [...within.slice(0, within.length - index), name].join("/"),
  );
  return [...nearest, name].find((place) => Object.hasOwn(lock.packages, place));
};

/**
 * The packages of the program, sorted by name. What one has as a peer is there by itself; what it
 * has as an option are builds of the same version for other machines, or not there at all.
 */
export const packagesOfProgram = (lock: Lock): Listed[] => {
  const direct = new Set(Object.keys(lock.workspaces[""].dependencies));
  const found = new Map<string, Listed>();
  const waiting = [...direct];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (found.has(place)) continue;
    const [id, , asksFor] = lock.packages[place] ?? [];
    const [, name = "", version = ""] = /^(.+)@([^@]+)$/.exec(String(id)) ?? [];
    found.set(place, { name, version, direct: direct.has(place) });
    const wants = wantsSchema.safeParse(asksFor).data;
    for (const wanted of Object.keys(wants?.dependencies ?? {})) {
      const next = placeOf(lock, place, wanted);
      if (next !== undefined) waiting.push(next);
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
};

/** What the registry says of a property; null where it says nothing. */
const ask = async (id: string, property: string): Promise<unknown> => {
  const asked = Bun.spawn(["bun", "info", id, property, "--json"], {
    stdout: "pipe",
    stderr: "ignore",
    timeout: 60_000,
  });
  const output = await new Response(asked.stdout).text();
  return (await asked.exited) === 0 ? JSON.parse(output) : null;
};

const timesSchema = z.record(z.string(), z.string());

const rowOf = async ({ name, version, direct }: Listed): Promise<string> => {
  const id = `${name}@${version}`;
  const times = timesSchema.safeParse(await ask(id, "time")).data;
  const deprecated = await ask(id, "deprecated");
  const published = times?.[version]?.slice(0, 10) ?? "not known";
  const flag = typeof deprecated === "string" ? deprecated.replaceAll("|", "/") : "";
  return `| ${name} | ${version} | ${direct ? "by us" : ""} | ${published} | ${flag} |`;
};

/** The lock file of this working copy. */
export const readLock = async (): Promise<Lock> =>
  lockSchema.parse(Bun.JSONC.parse(await Bun.file(join(ROOT, "bun.lock")).text()));

if (import.meta.main) {
  console.log("| Package | Version | Asked for | Published | Deprecated |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const listed of packagesOfProgram(await readLock())) console.log(await rowOf(listed));
}
