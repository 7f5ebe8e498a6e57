import { join } from "node:path";
import { writeClientBuild } from "./client-build.ts";
import { startProgram } from "./processes.ts";
import { testDatabase, testFolder } from "./store.ts";

/** The program from source. Arguments: folder of the client, then its own. */
export const PROGRAM = join(import.meta.dir, "../http/processes/site.ts");

/** What the program is given to serve an example community whose game servers are nowhere. */
export const environment = async () => {
  const { databaseUrl, dataDir } = await testDatabase();
  return {
    PORT: "0",
    HOST: "127.0.0.1",
    DRAIN_SECONDS: "0",
    PUBLIC_URL: "",
    LOG_LEVEL: "info",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? "",
    NODE_ENV: "production",
  };
};

/** A small client build, removed after the test. */
export const clientFolder = async () => {
  const folder = await testFolder();
  await writeClientBuild(folder, "build-1");
  return folder;
};

/** The program serving, where it does, and what it has written by now and in the end. */
export const servingProgram = async (
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
) => {
  const client = await clientFolder();
  const child = startProgram(PROGRAM, [client, "serve", ...flags], {
    ...(await environment()),
    ...env,
  });
  const output: string[] = [];
  const listening = Promise.withResolvers<string>();
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      output.push(text);
      const url = /is listening on (http:\/\/[^"]+)/.exec(output.join(""))?.[1];
      if (url !== undefined) listening.resolve(url);
    }
    listening.reject(new Error(`It ended early: ${output.join("")}`));
  })();
  const written = () => output.join("");
  return { child, url: await listening.promise, written, ended: reading.then(written) };
};
