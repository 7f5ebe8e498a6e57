import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { creditPoints } from "#server/modules/points/index.ts";
import { decodeCsv, exportFolder, membersCsv, writeParts } from "#server/modules/transfer/index.ts";
import { readCsv } from "#server/modules/transfer/member-line.ts";
import { addMember } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { asSite } from "#tests/support/context.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testFolder } from "#tests/support/store.ts";
import { HEADER, importCsv, waitingLine } from "#tests/support/waiting.ts";

const csvOf = async ({ deps }: TestApp) =>
  (await Array.fromAsync(membersCsv(asSite(deps).read))).join("");

/** Without the order, which goes by ids that are drawn. */
const linesOf = (csv: string) => csv.split("\r\n").toSorted();

test("[MOVE-06] members that are imported into an empty site as they were exported are the same, and no cell is a formula", async () => {
  const app = await testApp();
  await importCsv(app, `${HEADER}\n${waitingLine()}\n`);
  await importCsv(app, "discord_id,points\n180351110224678913,-5\n");
  const { id } = await addMember(app.deps, {
    email: "+eve@example.test",
    firstName: "=cmd;=1",
    lastName: 'O"Neil, the 2nd',
  });
  const credit = { userId: id, kind: "admin", reason: "r", actorId: null } as const;
  await creditPoints(asSite(app.deps), { ...credit, delta: 12, reference: "x" });
  const csv = await csvOf(app);
  expect(csv).toContain(`"'+eve@example.test","'=cmd;'=1","O""Neil, the 2nd"`);
  const other = await testApp();
  const { refused, counts } = await importCsv(other, decodeCsv(new TextEncoder().encode(csv)));
  expect(refused).toEqual([]);
  expect(counts).toMatchObject({ added: 3, points: 657 });
  expect(linesOf(await csvOf(other))).toEqual(linesOf(csv));
});

test("[MOVE-06] whoever is deactivated or has never confirmed their address stays out of the export", async () => {
  const app = await testApp();
  const at = app.clock.now();
  const deactivated = { deactivatedAt: at, deactivatedBy: "admin" } as const;
  await importCsv(app, "email\nwaits@example.test\n");
  await addMember(app.deps, { email: "member@example.test" });
  await addMember(app.deps, { email: "banned@example.test", ...deactivated });
  await addMember(app.deps, { email: "never@example.test", verifiedAt: null });
  await addMember(app.deps, { email: "both@example.test", verifiedAt: null, ...deactivated });
  const csv = await csvOf(app);
  expect(csv.match(/\w+@example\.test/g)?.toSorted()).toEqual([
    "member@example.test",
    "waits@example.test",
  ]);
});

test("[MOVE-06] tickets with their messages, the ledger and orders are written as CSV and JSON", async () => {
  const app = await testApp();
  const folder = join(await testFolder(), "export");
  const { store, clock } = app.deps;
  const { tickets, messages, orders, ticketPeople } = store.tables;
  const { id: userId } = await addMember(app.deps);
  const at = clock.now();
  await store.write(async (tx) => {
    for (let number = 1; number <= 205; number += 1) {
      const [ticket] = await tx
        .insert(tickets)
        .values({
          subject: `=${number}`,
          category: "Bug",
          game: "Eco",
          server: "Eco",
          description: "d",
          status: "Open" as const,
          createdBy: userId,
          createdAt: at,
          updatedAt: at,
        })
        .returning({ id: tickets.id });
      if (ticket === undefined || number > 1) continue;
      await tx.insert(ticketPeople).values({ ticketId: ticket.id, userId, status: "Open" });
      await tx.insert(messages).values({
        ticketId: ticket.id,
        authorId: userId,
        content: 'a "b"\n=c',
        imgUrls: [],
        createdAt: at,
      });
    }
    await tx.insert(orders).values({
      userId,
      state: "open" as const,
      items: [],
      currency: "USD",
      hasPromo: false,
      createdAt: at,
    });
  });
  const credit = { userId, kind: "admin", reason: "A gift", actorId: null } as const;
  await creditPoints(asSite(app.deps), { ...credit, delta: 5, reference: "gift" });
  await exportFolder(asSite(app.deps).read, folder);
  const text = (name: string) => Bun.file(join(folder, name)).text();
  expect((await readdir(folder)).toSorted()).toEqual([
    "members.csv",
    "members.json",
    "messages.csv",
    "orders.csv",
    "orders.json",
    "points.csv",
    "points.json",
    "tickets.csv",
    "tickets.json",
  ]);
  const [header, ...lines] = readCsv(
    decodeCsv(await Bun.file(join(folder, "tickets.csv")).bytes()),
  );
  expect(lines).toHaveLength(205);
  expect(header?.cells.slice(0, 2)).toEqual(["id", "subject"]);
  expect(lines[0]?.cells[1]).toBe("'=1");
  const [first] = JSON.parse(await text("tickets.json")) as Record<string, unknown>[];
  expect(first).toMatchObject({
    subject: "=1",
    people: [userId],
    messages: [{ content: 'a "b"\n=c', authorId: userId }],
  });
  expect(await text("messages.csv")).toContain("'=c");
  expect(JSON.parse(await text("points.json"))).toMatchObject([{ userId, delta: 5, balance: 5 }]);
  expect(JSON.parse(await text("orders.json"))).toMatchObject([{ userId, payments: [] }]);
  const again = await rejectionOf(exportFolder(asSite(app.deps).read, folder));
  expect(again.message).toContain("exists already");
});

test("[MOVE-06] an export that was killed leaves nothing of it in the next one, which is made as if there had been none", async () => {
  const app = await testApp();
  await addMember(app.deps);
  const folder = await testFolder();
  const file = join(folder, "members.csv");
  const left = "left\n".repeat(10_000);
  await Bun.write(`${file}.partial`, left);
  await writeParts(file, membersCsv(asSite(app.deps).read));
  expect(await Bun.file(file).bytes()).toEqual(new TextEncoder().encode(await csvOf(app)));
  const all = join(folder, "all");
  await Bun.write(join(all, ".partial/members.csv.partial"), left);
  await Bun.write(join(all, ".partial/tickets.csv"), left);
  await exportFolder(asSite(app.deps).read, all);
  expect(await readdir(all)).toHaveLength(9);
  expect(await Bun.file(join(all, "members.csv")).bytes()).toEqual(await Bun.file(file).bytes());
});

test("[MOVE-06] an export that fails leaves no file behind, and its folder takes the next one", async () => {
  const app = await testApp();
  await addMember(app.deps);
  const folder = await testFolder();
  const { read } = asSite(app.deps);
  const { orders, ...others } = read.tables;
  // The last of what is written cannot be read.
  const broken = { ...read, tables: { ...others, orders: null as unknown as typeof orders } };
  await rejectionOf(exportFolder(broken, folder));
  expect(await readdir(folder)).toEqual([]);
  expect(await exportFolder(read, folder)).toHaveLength(9);
});
