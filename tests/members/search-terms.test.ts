import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { eraseClosed } from "#server/modules/accounts/index.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";
import { registrant } from "#tests/support/registration.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { store, admin } = world;
  const found = async (search: string) => {
    const { items } = await admin.notifications.targets.query({ search });
    return items.map(({ profileId }) => profileId);
  };
  const words = async (userId: string) => {
    const { userSearchTerms } = store.tables;
    const rows = await store.read
      .select()
      .from(userSearchTerms)
      .where(eq(userSearchTerms.userId, userId));
    return rows.map(({ term }) => term).toSorted();
  };
  return { ...world, found, words };
};

describe("what a member is found by", () => {
  test("is there from the registration on", async () => {
    const { app, found, words } = await setUp();
    const { reply } = await (await registrant(app, { email: "Frosty.Ada@Den.example" })).register();
    const { id } = reply as { id: string };
    const ofDiscord = ["#1182639400182374401", "#ada", "#frost"];
    const ofAddress = ["@ada", "@den", "@example", "@frosty"];
    expect(await words(id)).toEqual([...ofDiscord, ...ofAddress, "ada", "frost"]);
    expect(await found("ada frost")).toEqual([id]);
    expect(await found("frosty.ada@den")).toEqual([id]);
  });

  test("follows a change of names, and keeps the address", async () => {
    const { member, found } = await setUp();
    const response = await member.ask("PUT", "/api/Auth/update-account", { lastName: "Murray" });
    expect(await response.text()).toBe(ACCOUNT.updated);
    expect(await found("ada murray")).toEqual([member.id]);
    // Somebody else's made-up address may begin with the same three letters.
    expect(await found("ada lynx")).not.toContain(member.id);
    expect(await found(member.id)).toEqual([member.id]);
  });

  test("goes with the personal data", async () => {
    const { app, store, clock, member, words } = await setUp();
    expect(await words(member.id)).not.toEqual([]);
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "owner" } as const;
    await store.write(async (tx) => {
      await tx.update(store.tables.users).set(closed).where(eq(store.tables.users.id, member.id));
    });
    clock.advance(CLOSED_ACCOUNT_KEPT_MS);
    await eraseClosed(asSite(app.deps), new AbortController().signal);
    expect(await words(member.id)).toEqual([]);
  });
});
