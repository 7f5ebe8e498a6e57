import { resolve } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535);
const environment = z.object({
  PORT: port.default(3000),
  SANDBOX_PORT: port.default(4000),
  DATA_DIR: z.string().min(1).default("./data/demo"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
    .optional(),
  COMMUNITY_FILE: z.string().min(1).optional(),
  DEMO_RESET: z.enum(["0", "1"]).default("0"),
});

/** What `bun run demo` and `bun run dev` take from the environment; ends the program when it is wrong. */
export const readDemoSettings = () => {
  const parsed = environment.safeParse(process.env);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      console.error(`${path.join(".")}: ${message}`);
    process.exit(2);
  }
  const { PORT, SANDBOX_PORT, DATA_DIR, DATABASE_URL, COMMUNITY_FILE, DEMO_RESET } = parsed.data;
  return {
    port: PORT,
    sandboxPort: SANDBOX_PORT,
    dataDir: resolve(DATA_DIR),
    databaseUrl: DATABASE_URL ?? null,
    /** Of the community to show; null for the built-in example. */
    communityFile: COMMUNITY_FILE === undefined ? null : resolve(COMMUNITY_FILE),
    isReset: DEMO_RESET === "1",
  };
};
