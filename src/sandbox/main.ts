import { z } from "zod";
import { startSandbox } from "./sandbox.ts";

const port = z.coerce.number().int().min(0).max(65_000);
const environment = z.object({
  SANDBOX_PORT: port.default(4000),
  SANDBOX_FIRST_GAME_PORT: port.default(0),
});

const print = (line: string) => void process.stdout.write(`${line}\n`);

const main = async (): Promise<number> => {
  const parsed = environment.safeParse(process.env);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      process.stderr.write(`${path.join(".")}: ${message}\n`);
    return 2;
  }
  const ended = new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
  const sandbox = await startSandbox({
    port: parsed.data.SANDBOX_PORT,
    firstGamePort: parsed.data.SANDBOX_FIRST_GAME_PORT,
  });
  print(
    JSON.stringify({ event: "sandbox.ready", url: sandbox.url, servers: sandbox.servers.length }),
  );
  await ended;
  await sandbox.stop();
  return 0;
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`The sandbox did not start: ${String(error)}\n`);
  process.exitCode = 1;
}
