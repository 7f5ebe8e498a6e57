/** A site that knows Discord, where nobody is asked anything. */
export const DISCORD_ENV = {
  DISCORD_CLIENT_ID: "123456789012345678",
  DISCORD_CLIENT_SECRET: "secret",
};
