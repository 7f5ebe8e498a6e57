import { describe, expect, test } from "bun:test";
import { bridgedDen, PLAYER } from "#tests/support/bridge.ts";

describe("a plugin's transfers", () => {
  test.each(["earn", "spend"])(
    "%s: a key that was used for one game is not taken for another",
    async (act) => {
      const { plugin, give, entries } = await bridgedDen();
      await give(100);
      const asked = { ...PLAYER, points: 10, reason: "Wood", idempotencyKey: "rex-saddle-1" };
      const ask = (game: string) => plugin.call("POST", `/${act}`, { ...asked, game });
      expect((await ask("ark-se")).status).toBe(200);
      expect((await ask("rust")).status).toBe(409);
      expect(await ask("ark-se")).toMatchObject({ status: 200, answer: { isRepeat: true } });
      expect((await entries()).map(({ game }) => game)).toEqual([null, "ark-se"]);
    },
  );
});
