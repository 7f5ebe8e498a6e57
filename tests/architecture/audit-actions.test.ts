import { expect, test } from "bun:test";
import { AUDIT_ACTIONS } from "#shared/constants/audit.ts";

test("every action that the audit can name is written down somewhere", async () => {
  const root = `${import.meta.dir}/../../src/server`;
  const files = await Array.fromAsync(new Bun.Glob("**/*.ts").scan({ cwd: root, absolute: true }));
  const sources = await Promise.all(files.map((file) => Bun.file(file).text()));
  const isWritten = (action: string) => sources.some((source) => source.includes(`"${action}"`));
  expect(AUDIT_ACTIONS.filter((action) => !isWritten(action))).toEqual([]);
});
