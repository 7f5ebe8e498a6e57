import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { unlinkAccount } from "#server/modules/links/index.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { addUser } from "#tests/support/accounts.ts";
import { asMember, systemIn } from "#tests/support/context.ts";
import { appWithPeople } from "#tests/support/people.ts";
import { addLink } from "#tests/support/platform-links.ts";

const setUp = async () => {
  const world = await appWithPeople();
  const { app, store, admin } = world;
  const { userSearchTerms } = store.tables;
  const words = async (userId: string) => {
    const rows = await store.read
      .select()
      .from(userSearchTerms)
      .where(eq(userSearchTerms.userId, userId));
    return rows.map(({ term }) => term).toSorted();
  };
  const found = async (search: string) => {
    const { items } = await admin.administration.users.query({ search });
    return items.map(({ id }) => id);
  };
  const runJob = async () => {
    const job = siteJobs(app.deps).find(({ name }) => name === "index-members");
    if (job === undefined) throw new Error("There is no such job.");
    await job.run(new AbortController().signal);
  };
  return { ...world, words, found, runJob };
};

describe("[ADMIN-05] the words of links", () => {
  test("go with the link, and leave those of names and address", async () => {
    const { app, clock, store, words, found } = await setUp();
    const userId = await addUser(store, clock, { email: "grace@mail.example" });
    await addLink(app.deps, userId, "steam", { externalId: "7656", name: "Sniper" });
    await addLink(app.deps, userId, "epic", { externalId: "e0e0", name: "Sniper Grace" });
    const names = ["@example", "@grace", "@mail", "ada", "lynx"];
    expect(await words(userId)).toEqual(["#7656", "#e0e0", "#grace", "#sniper", ...names]);
    const ctx = asMember(app.deps, { userId });
    await unlinkAccount(ctx, { platform: "steam" });
    expect(await words(userId)).toEqual(["#e0e0", "#grace", "#sniper", ...names]);
    // Somebody else's made-up address may begin with these digits.
    expect(await found("7656")).not.toContain(userId);
    await unlinkAccount(ctx, { platform: "epic" });
    expect(await words(userId)).toEqual(names);
  });

  test("outlast a change of names", async () => {
    const { app, member, found } = await setUp();
    await addLink(app.deps, member.id, "minecraft", { name: "Notch" });
    await member.ask("PUT", "/api/Auth/update-account", { firstName: "Augusta" });
    expect(await found("augusta notch")).toEqual([member.id]);
    expect(await found("ada notch")).toEqual([]);
  });

  test("are filled in for accounts that had links before the search knew of them", async () => {
    const { store, clock, member, words, runJob } = await setUp();
    const { links } = store.tables;
    const ids = [member.id, await addUser(store, clock)];
    const erased = await addUser(store, clock, { erasedAt: clock.now() });
    await store.write(async (tx) => {
      const rows = [...ids, erased].map((userId) => ({
        userId,
        platform: "discord" as const,
        externalId: `id-${userId}`,
        name: "Old Friend",
        linkedAt: clock.now(),
      }));
      await tx.insert(links).values(rows);
    });
    await runJob();
    for (const id of ids) expect(await words(id)).toContain("#friend");
    expect(await words(erased)).toEqual([]);
    const done = await words(member.id);
    await runJob();
    expect(await words(member.id)).toEqual(done);
  });

  test("of somebody erased are never written", async () => {
    const { store, clock, words } = await setUp();
    const id = await addUser(store, clock);
    await systemIn(store).write(async (tx) => {
      const { users } = store.tables;
      await tx.update(users).set({ erasedAt: clock.now() }).where(eq(users.id, id));
      await indexMember(tx, id);
    });
    expect(await words(id)).toEqual([]);
  });
});
