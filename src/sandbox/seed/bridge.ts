import type { GamePlugin } from "#sandbox/game-plugin/game-plugin.ts";
import type { Services } from "#server/context/services.ts";
import { queueDelivery } from "#server/modules/bridge/index.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { as, findCast } from "./community-life.ts";
import { asSite } from "./contexts.ts";

const NAME = "Sandbox plugin";

/**
 * Has an Admin make a key for the sandbox's plugin, in place of the one it had, and leaves something
 * for it to hand out.
 * @param siteUrl where it will find the site.
 */
export const seedBridge = async (
  deps: Services,
  plugin: Pick<GamePlugin, "connect">,
  siteUrl: string,
): Promise<void> => {
  const cast = await findCast(deps);
  if (cast === null) return;
  const { bridge } = as(deps, cast.rowan);
  const { items } = await bridge.keys({});
  for (const { id, name, revokedAt } of items)
    if (name === NAME && revokedAt === null) await bridge.revokeKey({ id });
  const { games } = deps.config.community;
  // A key is for the plugins of some game.
  if (games.length === 0) return;
  const all = { scopes: [...BRIDGE_SCOPES], games: games.map((game) => game.key) };
  const { key } = await bridge.makeKey({ name: NAME, ...all });
  plugin.connect({ url: siteUrl, key });
  const game = games.find(({ earnsPoints }) => earnsPoints)?.key;
  if (game === undefined) return;
  await asSite(deps).write((tx) =>
    queueDelivery(tx, {
      userId: cast.morgan.id,
      game,
      payload: { item: "Metal starter kit", quantity: 1 },
      reference: "sample:starter-kit",
    }),
  );
};
