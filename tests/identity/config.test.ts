import { expect, test } from "bun:test";
import { ConfigError, loadConfig, warningsOf } from "#server/config/config.ts";
import { rejectionOf } from "#tests/support/rejection.ts";

const ID = "1182639400182370001";

const problemsOf = async (env: Readonly<Record<string, string>>) => {
  const error = await rejectionOf(loadConfig(env));
  if (!(error instanceof ConfigError)) throw error;
  return error.problems;
};

test("a site without Discord starts, and says what is missing", async () => {
  const config = await loadConfig({});
  expect(config.discord).toBeNull();
  expect(warningsOf(config)).toContainEqual(expect.stringContaining("DISCORD_CLIENT_ID"));
});

test("[LINK-15] id and secret are enough for the real Discord", async () => {
  const config = await loadConfig({
    DISCORD_CLIENT_ID: ID,
    DISCORD_CLIENT_SECRET: "s3cret",
  });
  expect(config.discord).toEqual({
    authorizeUrl: "https://discord.com/oauth2/authorize",
    tokenUrl: "https://discord.com/api/oauth2/token",
    apiBase: "https://discord.com/api/v10",
    cdnBase: "https://cdn.discordapp.com",
    clientId: ID,
    clientSecret: "s3cret",
  });
  expect(warningsOf(config).join()).not.toContain("DISCORD");
});

test("[LINK-15] the other platforms need an application or a key, and know where they are", async () => {
  const config = await loadConfig({
    STEAM_WEB_API_KEY: "steam-key",
    EPIC_CLIENT_ID: "epic-id",
    EPIC_CLIENT_SECRET: "epic-secret",
    MICROSOFT_CLIENT_ID: "microsoft-id",
    MICROSOFT_CLIENT_SECRET: "microsoft-secret",
  });
  expect(config.steam).toEqual({
    openIdUrl: "https://steamcommunity.com/openid/login",
    apiBase: "https://api.steampowered.com",
    avatarBase: "https://avatars.steamstatic.com",
    webApiKey: "steam-key",
  });
  expect(config.epic).toEqual({
    authorizeUrl: "https://www.epicgames.com/id/authorize",
    tokenUrl: "https://api.epicgames.dev/epic/oauth/v2/token",
    apiBase: "https://api.epicgames.dev",
    clientId: "epic-id",
    clientSecret: "epic-secret",
  });
  expect(config.microsoft).toEqual({
    authorizeUrl: "https://login.microsoftonline.com/consumers/oauth2/v2.0/authorize",
    tokenUrl: "https://login.microsoftonline.com/consumers/oauth2/v2.0/token",
    xboxBase: "https://user.auth.xboxlive.com",
    xstsBase: "https://xsts.auth.xboxlive.com",
    minecraftBase: "https://api.minecraftservices.com",
    texturesBase: "https://textures.minecraft.net",
    clientId: "microsoft-id",
    clientSecret: "microsoft-secret",
  });
  expect(warningsOf(config).join()).not.toMatch(/STEAM|EPIC_CLIENT|MICROSOFT/);
});

test("[contract] what is not configured is off, with a warning each, and stops nothing else", async () => {
  const config = await loadConfig({});
  const { steam, epic, microsoft } = config;
  expect([steam, epic, microsoft]).toEqual([null, null, null]);
  for (const [variable, platform] of [
    ["STEAM_WEB_API_KEY", "a Steam"],
    ["EPIC_CLIENT_ID", "an Epic"],
    ["MICROSOFT_CLIENT_ID", "a Minecraft"],
  ])
    expect(warningsOf(config)).toContain(
      `${variable} is not set: nobody can link ${platform} account.`,
    );
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
  ["Epic's id alone", { EPIC_CLIENT_ID: "id" }, /EPIC_CLIENT_ID.*belong together/],
  ["Microsoft's secret alone", { MICROSOFT_CLIENT_SECRET: "hunter2" }, /belong together/],
  ["a broken key", { STEAM_WEB_API_KEY: "hunter2 x" }, /^environment: STEAM_WEB_API_KEY: /],
  ["a query in Steam's address", { STEAM_OPENID_URL: "https://x/?hunter2" }, /neither query/],
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
