import { expect } from "bun:test";
import type { Permission } from "#shared/constants/accounts.ts";
import type { TeamRole } from "#shared/schemas/team.ts";
import { from, newAddress } from "./browser.ts";
import { login, type Member, sampleMember } from "./members.ts";
import { idOf } from "./rest-calls.ts";
import { site } from "./site.ts";

/** What the sample Admin does in the team elsewhere. @returns what the procedure gave. */
const act = async <Result>(procedure: string, input: unknown): Promise<Result> => {
  const response = await fetch(`${(await site()).url}/api/trpc/team.${procedure}`, {
    method: "POST",
    headers: {
      ...from(newAddress()),
      authorization: `Bearer ${await login(sampleMember("admin"))}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(input),
  });
  expect([procedure, response.status]).toEqual([procedure, 200]);
  const { result } = (await response.json()) as { result: { data: Result } };
  return result.data;
};

/** A role of the community's own. @returns its id. */
export const makeRole = async (
  name: string,
  permissions: readonly Permission[],
): Promise<string> => {
  const { id } = await act<TeamRole>("save", { name, permissions });
  return id;
};

/** @param roleId of a role of the community's own, or `moderator`, `shopkeeper`, `editor`. */
export const giveRole = async (member: Member, roleId: string): Promise<void> =>
  void (await act("give", { userId: await idOf(member), roleId }));

export const takeRole = async (member: Member, roleId: string): Promise<void> =>
  void (await act("take", { userId: await idOf(member), roleId }));
