import { importMembers } from "#server/modules/transfer/index.ts";
import type { Refusal } from "#server/modules/transfer/member-line.ts";
import { MEMBER_COLUMNS } from "#shared/constants/accounts.ts";
import type { TestApp } from "./app.ts";
import { asSite } from "./context.ts";

export const HEADER = MEMBER_COLUMNS.join(",");

type Options = Partial<Pick<Parameters<typeof importMembers>[1], "isDryRun" | "isInviting">>;

/** Imports a CSV file into a site, without waiting between its batches. */
export const importCsv = async (
  { deps }: Pick<TestApp, "deps">,
  text: string,
  { isDryRun = false, isInviting = false }: Options = {},
) => {
  const refused: Refusal[] = [];
  const counts = await importMembers(asSite(deps), {
    text,
    isDryRun,
    isInviting,
    onRefused: (refusal) => void refused.push(refusal),
    onProgress: () => {},
    pause: async () => {},
  });
  return { counts, refused };
};

/** A member who waits: with an address, all four accounts, points and a tier of the example. */
export const WAITING = {
  email: "Freya@Example.test",
  discordId: "280351110224678912",
  steamId: "76561198000000042",
} as const;

export const waitingLine = (changes: { email?: string; discordId?: string } = {}): string =>
  [
    changes.email ?? WAITING.email,
    "Freya",
    "Frost",
    changes.discordId ?? WAITING.discordId,
    WAITING.steamId,
    "069a79f4-44e9-4726-a5be-fca90e38aaf5",
    "0123456789abcdef0123456789abcdef",
    "650",
    "Gold",
    "2026-12-31",
    "2021-05-01",
    "",
  ].join(",");
