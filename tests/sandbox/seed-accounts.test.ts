import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { startSandbox } from "#sandbox/sandbox.ts";
import { seedAccounts } from "#sandbox/seed/accounts.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";

test("[contract] sample accounts have linked the personas that are called taken, with their pictures", async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const app = await testApp({ env: sandbox.environment });
  await seedAccounts(app.deps, () => sandbox.mail.list());
  const { read, tables } = app.deps.store;
  const linkOf = async (email: string, platform: Platform) => {
    const { users, links } = tables;
    const [found] = await read
      .select({ name: links.name, imageUrl: links.imageUrl })
      .from(links)
      .innerJoin(users, eq(users.id, links.userId))
      .where(and(eq(users.email, email), eq(links.platform, platform)));
    return found;
  };
  const picture = expect.stringMatching(/^\/pictures\/[\da-f]{64}\.webp$/);
  expect(await linkOf("member@example.test", "discord")).toEqual({
    name: "Morgan Vale",
    imageUrl: picture,
  });
  expect(await linkOf("member@example.test", "steam")).toEqual({
    name: "MorganVale",
    imageUrl: picture,
  });
  expect(await linkOf("ivy@example.test", "minecraft")).toEqual({
    name: "IvyThorn",
    imageUrl: picture,
  });
  expect(await linkOf("ivy@example.test", "epic")).toEqual({
    name: "IvyThornfield",
    imageUrl: null,
  });
  const [{ imageUrl } = { imageUrl: null }] = await read
    .select({ imageUrl: tables.links.imageUrl })
    .from(tables.links)
    .where(eq(tables.links.platform, "minecraft"));
  expect((await app.request(imageUrl ?? "")).status).toBe(200);
});
