import { expect, test } from "bun:test";
import { ConfigError, loadConfig } from "#server/config.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const ID = "1182639400182370001";

const problemsOf = async (env: Readonly<Record<string, string>>) => {
  const error = await rejectionOf(loadConfig(env));
  if (!(error instanceof ConfigError)) throw error;
  return error.problems;
};

test("a site without Discord starts, and says what is missing", async () => {
  const { discord, warnings } = await loadConfig({});
  expect(discord).toBeNull();
  expect(warnings).toContainEqual(expect.stringContaining("DISCORD_CLIENT_ID"));
});

test("[providers §3.1] id and secret are enough for the real Discord", async () => {
  const { discord, warnings } = await loadConfig({
    DISCORD_CLIENT_ID: ID,
    DISCORD_CLIENT_SECRET: "s3cret",
  });
  expect(discord).toEqual({
    authorizeUrl: "https://discord.com/oauth2/authorize",
    tokenUrl: "https://discord.com/api/oauth2/token",
    apiBase: "https://discord.com/api/v10",
    cdnBase: "https://cdn.discordapp.com",
    clientId: ID,
    clientSecret: "s3cret",
  });
  expect(warnings.join()).not.toContain("DISCORD");
});

test("a base address loses its trailing slash", async () => {
  const { discord } = await loadConfig({
    DISCORD_CLIENT_ID: ID,
    DISCORD_CLIENT_SECRET: "s3cret",
    DISCORD_API_BASE: "http://127.0.0.1:4000/discord/api/",
  });
  expect(discord?.apiBase).toBe("http://127.0.0.1:4000/discord/api");
});

test.each([
  ["an id alone", { DISCORD_CLIENT_ID: ID }, /belong together/],
  ["a secret alone", { DISCORD_CLIENT_SECRET: "hunter2" }, /belong together/],
  ["a secret as id", { DISCORD_CLIENT_ID: "hunter2" }, /^environment: DISCORD_CLIENT_ID: /],
  [
    "a broken secret",
    { DISCORD_CLIENT_SECRET: "hunter2 x" },
    /^environment: DISCORD_CLIENT_SECRET: /,
  ],
  ["another protocol", { DISCORD_API_BASE: "ftp://x" }, /DISCORD_API_BASE: must be an http/],
  ["a query", { DISCORD_TOKEN_URL: "https://x/?y=hunter2" }, /must have neither query/],
  ["a password", { DISCORD_CDN_BASE: "https://a:hunter2@x" }, /must have neither query/],
])("%s is a problem of the configuration, and is not repeated", async (_, env, problem) => {
  const problems = await problemsOf(env);
  expect(problems.join("\n")).toMatch(problem);
  expect(problems.join("\n")).not.toContain("hunter2");
});
