import { strFromU8, unzipSync } from "fflate";
import { makeArchives } from "#server/modules/archives/index.ts";
import type { TestApp } from "./app.ts";
import { asSite } from "./context.ts";
import type { person } from "./people.ts";

type Asker = Pick<Awaited<ReturnType<typeof person>>, "ask">;

export const EXPORT_PATH = "/api/userprofile/export";

/** Makes what people have asked for. */
export const makeNow = (app: TestApp, signal = new AbortController().signal): Promise<void> =>
  makeArchives(asSite(app.deps), () => import("#server/providers/zip/zip.ts"), signal);

/** What is in a downloaded archive. */
export const readZip = (bytes: Uint8Array) => {
  const files = unzipSync(bytes);
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const data = JSON.parse(textOf("data.json")) as Record<string, Record<string, unknown>[]>;
  return { names: Object.keys(files), files, data, page: textOf("index.html") };
};

/** Asks for an archive, has it made and downloads it. */
export const archiveOf = async (app: TestApp, { ask }: Asker) => {
  await ask("POST", EXPORT_PATH);
  await makeNow(app);
  const response = await ask("GET", `${EXPORT_PATH}/file`);
  return { response, ...readZip(new Uint8Array(await response.arrayBuffer())) };
};
