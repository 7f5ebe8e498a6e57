import { expect, test } from "bun:test";
import { readOutcome } from "#client/features/linking/link-window-screen.tsx";
import { rowsOf } from "#client/features/settings/linked-accounts/account-row.tsx";
import { outcomeOf } from "#client/features/settings/linked-accounts/use-linking.ts";
import { MINECRAFT_FAILURES } from "#shared/constants/accounts.ts";
import { MINECRAFT_SENTENCES, PAGE_FAILURES, PROOF_SENTENCES } from "#shared/proof-messages.ts";
import type { AuthMessage } from "#shared/schemas/accounts.ts";

const EPIC: AuthMessage = { type: "EPIC_AUTH_SUCCESS", eosId: "5f2c", epicName: "Kit # 100%" };
const fragmentOf = (message: unknown) => `#${encodeURIComponent(JSON.stringify(message))}`;

test("a window reads what its own platform's callback says, and nothing else", () => {
  expect(readOutcome("epic", fragmentOf(EPIC))).toEqual(EPIC);
  expect(readOutcome("minecraft", fragmentOf(EPIC))).toBeNull();
  const wrong = [
    "",
    "#",
    "#%",
    "#%7B",
    fragmentOf(null),
    fragmentOf({ type: "EPIC_AUTH_SUCCESS" }),
  ];
  for (const fragment of wrong) expect(readOutcome("epic", fragment)).toBeNull();
});

test("[LINK-07] a tab understands every message of every window", () => {
  expect(outcomeOf({ type: "STEAM_AUTH_SUCCESS", steamId: "7656" })).toEqual({
    kind: "proven",
    platform: "steam",
    externalId: "7656",
  });
  expect(outcomeOf(EPIC)).toEqual({ kind: "linked", platform: "epic" });
  for (const [type, platform] of [
    ["DISCORD_DUPLICATE_ERROR", "discord"],
    ["STEAM_DUPLICATE_ERROR", "steam"],
    ["MINECRAFT_DUPLICATE_ERROR", "minecraft"],
    ["EPIC_DUPLICATE_ERROR", "epic"],
  ] as const)
    expect(outcomeOf({ type })).toEqual({
      kind: "problem",
      platform,
      text: PROOF_SENTENCES[platform].linked,
    });
  expect(outcomeOf({ type: "STEAM_AUTH_FAILED", reason: "denied" })).toMatchObject({
    text: PAGE_FAILURES.steam.denied,
  });
  for (const reason of MINECRAFT_FAILURES)
    expect(outcomeOf({ type: "MINECRAFT_AUTH_FAILED", reason })).toMatchObject({
      text: MINECRAFT_SENTENCES[reason],
    });
});

test("the tab lists what is linked and what could be, and nothing that this site does not offer", () => {
  const minecraft = {
    minecraftUuid: "069a",
    minecraftUsername: "AdaFrost",
    minecraftAvatarUrl: null,
    isEligible: false,
  };
  const rows = rowsOf({
    discord: null,
    steam: null,
    minecraft,
    epic: null,
    available: ["discord", "steam"],
  });
  expect(rows.map(({ platform, isOffered }) => [platform, isOffered])).toEqual([
    ["discord", true],
    ["steam", true],
    ["minecraft", false],
  ]);
  expect(rows[2]?.account).toMatchObject({ name: "AdaFrost", picture: null, isEligible: false });
});
