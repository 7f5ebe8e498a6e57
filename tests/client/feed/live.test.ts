import { expect, test } from "bun:test";
import { createTRPCQueryUtils } from "@trpc/react-query";
import { eq } from "drizzle-orm";
import { createLive } from "#client/lib/feed/live.ts";
import { openBrowser } from "#tests/client/session/browser.ts";

const FOREIGN = { messages: "of others" };
const BY_ROLE = ["tickets", "messages", "administration", "orders", "bridge"];

test("whoever is no Admin any more keeps nothing on the screen that they were shown as one", async () => {
  const { app, client, queryClient, tokens, member } = await openBrowser();
  const { store } = app.deps;
  const { users } = store.tables;
  const become = (role: "Admin" | "User") =>
    store.write((tx) => tx.update(users).set({ role }).where(eq(users.id, member.userId)));
  createLive(queryClient, client, tokens, "");
  const { accounts } = createTRPCQueryUtils({ queryClient, client });
  const left = () =>
    [...BY_ROLE, "links"].filter((area) => queryClient.getQueryData([[area, "list"]]) === FOREIGN);
  const show = () => {
    for (const area of [...BY_ROLE, "links"]) queryClient.setQueryData([[area, "list"]], FOREIGN);
  };

  await become("Admin");
  expect((await accounts.me.fetch()).role).toBe("Admin");
  show();
  await accounts.me.fetch(undefined, { staleTime: 0 });
  expect(left()).toEqual([...BY_ROLE, "links"]);
  await become("User");
  expect((await accounts.me.fetch(undefined, { staleTime: 0 })).role).toBe("User");
  expect(left()).toEqual(["links"]);
});
