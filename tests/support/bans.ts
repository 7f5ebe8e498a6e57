import { expect } from "bun:test";
import { eq } from "drizzle-orm";
import { linkAccount, proveAccount } from "#server/modules/links/index.ts";
import type { BanList } from "#shared/schemas/strikes.ts";
import { pluginOf } from "./bridge.ts";
import { asMember, asSite } from "./context.ts";
import { strikeWorld } from "./strikes.ts";

/** Accounts of games, and what the browser of whoever links one is known by. */
export const STEAM = "76561198000000001";
export const MINECRAFT = "069a79f444e94726a5befca90e38aaf5";
export const SECRET = "browser-of-this-member";

/** Who is in a list, and whether they are banned. */
export const idsOf = ({ bans: list }: BanList) =>
  list.map(({ playerId, isBanned }) => `${playerId} ${isBanned}`);

/** People, strikes, and a plugin that asks who is banned. */
export const banWorld = async () => {
  const base = await strikeWorld();
  const { app, admin, store } = base;
  const plugin = await pluginOf(app, admin);
  const bans = async (query = "") => {
    const { status, answer } = await plugin.call("GET", `/bans${query}`);
    expect(status).toBe(200);
    return answer as BanList;
  };
  /** Links an account as its owner does. */
  const link = async (
    userId: string,
    platform: "steam" | "epic" | "minecraft",
    externalId: string,
  ) => {
    const given = { platform, externalId, name: "Ada", browserSecret: SECRET, isForMember: true };
    await proveAccount(asSite(app.deps), given);
    return linkAccount(asMember(app.deps, { userId, secret: SECRET }), { platform, externalId });
  };
  const check = async (platform: string, playerId: string) =>
    (await plugin.call("GET", `/bans/${platform}/${playerId}`)).answer;
  const { strikes, struckAccounts } = store.tables;
  return {
    ...base,
    plugin,
    bans,
    link,
    check,
    kept: () => store.read.select().from(struckAccounts),
    strikesOf: (userId: string) =>
      store.read.select().from(strikes).where(eq(strikes.userId, userId)),
  };
};
