import { join } from "node:path";
import { z } from "zod";
import type { World } from "./world.ts";

const SITE = join(import.meta.dir, "processes/site.ts");
const OUTPUT_MAX = 4000;

const exitReport = z.object({
  place: z.string(),
  /** How many lines the transaction under way had written into the ledger. */
  lines: z.int(),
});
export type ExitReport = z.output<typeof exitReport>;

/** One process of the site, from its start to its death. */
export type SiteProcess = {
  pid: number;
  /** True once it listens; false where it died before that. */
  isListening: Promise<boolean>;
  /** Resolves when it is over; what it said where it killed itself, null where somebody else did. */
  died: Promise<ExitReport | null>;
  /** Kill -9. */
  kill(): void;
  /** Asks it to end, and waits. */
  stop(): Promise<void>;
};

const readAll = async (
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onText: (all: string) => void,
) => {
  let all = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    all += text;
    onText(all);
  }
  return all;
};

/**
 * Starts the site.
 * @param dieAt where it kills itself (`processes/site.ts`); null for nowhere.
 */
export const startSiteProcess = (
  { environment, client }: World,
  dieAt: string | null,
): SiteProcess => {
  const child = Bun.spawn([process.execPath, "--no-orphans", SITE, client], {
    env: { ...process.env, ...environment, DRAIN_SECONDS: "0", DIE_AT: dieAt ?? "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const birth = Promise.withResolvers<boolean>();
  const output = readAll(child.stdout, (all) => {
    if (all.includes("listening")) birth.resolve(true);
  });
  const complaints = readAll(child.stderr, () => {});
  const end = async () => {
    const code = await child.exited;
    birth.resolve(false);
    if (code !== 0 && child.signalCode !== "SIGKILL")
      throw new Error(`The site failed (${code}): ${(await complaints).slice(-OUTPUT_MAX)}`);
    const words = /^died (.*)$/mu.exec(await output)?.[1];
    return words === undefined ? null : exitReport.parse(JSON.parse(words));
  };
  const died = end();
  // Whoever waits for it hears of it; until then it is nobody's unhandled rejection.
  died.catch(() => {});
  return {
    pid: child.pid,
    isListening: birth.promise,
    died,
    kill: () => child.kill("SIGKILL"),
    stop: async () => {
      child.kill("SIGTERM");
      await died;
    },
  };
};
