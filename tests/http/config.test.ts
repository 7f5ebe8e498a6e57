import { expect, test } from "bun:test";
import { join } from "node:path";
import { ConfigError, loadConfig } from "#server/config.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testFolder } from "#tests/support/store.ts";

const problemsOf = async (env: Readonly<Record<string, string>>) => {
  const error = await rejectionOf(loadConfig(env));
  if (!(error instanceof ConfigError)) throw error;
  return error.problems;
};

test.each([
  ["a missing value", "a = 1\nb =\nc = 3\n", 2],
  ["an open string", 'a = 1\n\nb = "x\nc = 3\n', 3],
  ["an open list", "a = [\n  1,\n  2\nb = 3\nc = 4\n", 4],
  ["a key that stands twice", "a = 1\nb = 2\na = 3\nc = 4\n", 3],
  ["Windows line ends", "a = 1\r\nb = = 2\r\nc = 3\r\n", 2],
  ["an open text to the end", 'a = 1\nb = """x\ny\n', 2],
])("a community file that is no TOML is refused with the line: %s", async (_, text, line) => {
  const file = join(await testFolder(), "community.toml");
  await Bun.write(file, text);
  const [problem, ...others] = await problemsOf({ COMMUNITY_FILE: file });
  expect(problem).toStartWith(`community.toml: line ${line}: `);
  expect(others).toEqual([]);
});

test("a DATABASE_URL that is no address is a problem of the configuration, and is not repeated", async () => {
  const [problem = ""] = await problemsOf({ DATABASE_URL: "postgres://u:hunter2@[bad/x" });
  expect(problem).toStartWith("environment: DATABASE_URL");
  expect(problem).not.toContain("hunter2");
});

const warnsOfProxies = async (env: Readonly<Record<string, string>>) =>
  (await loadConfig(env)).warnings.some((warning) => warning.includes("TRUSTED_PROXIES"));

test("HTTPS without a trusted proxy is worth a warning: someone else ends TLS", async () => {
  expect(await warnsOfProxies({ PUBLIC_URL: "https://den.example" })).toBe(true);
  expect(await warnsOfProxies({ PUBLIC_URL: "http://den.example" })).toBe(false);
  expect(
    await warnsOfProxies({ PUBLIC_URL: "https://den.example", TRUSTED_PROXIES: "10.0.0.0/8" }),
  ).toBe(false);
});
