import { expect, test } from "bun:test";
import { and, eq, getTableColumns, getTableName, ne } from "drizzle-orm";
import { seedAccounts } from "#sandbox/seed/accounts.ts";
import { seedCommunity } from "#sandbox/seed/community-life.ts";
import {
  LEFT_OUT,
  SECTIONS,
  TABLES_LEFT_OUT,
  VALUES_LEFT_OUT,
} from "#server/modules/archives/contents.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { keepPicture } from "#server/modules/pictures/index.ts";
import type { Store } from "#server/store/store.ts";
import { anyRow, isMadeUp, rowsEverywhere } from "#tests/support/any-rows.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { archiveOf, EXPORT_PATH } from "#tests/support/archives.ts";
import { asSite } from "#tests/support/context.ts";
import { mailServer } from "#tests/support/mail.ts";
import { person } from "#tests/support/people.ts";
import { testStore } from "#tests/support/store.ts";
import { userColumns, whereFound } from "#tests/support/user-columns.ts";

const REFERRED = new Set(SECTIONS.flatMap(({ refers }) => refers));
const HELD = new Set(SECTIONS.flatMap(({ holds = [] }) => holds));
const tableOf = (column: string) => column.split(".")[0] ?? "";

test("[DATA-03] every column that keeps who somebody is is in the archive, or is left out for a reason", async () => {
  const known = new Set([...REFERRED, ...Object.keys(LEFT_OUT)]);
  const columns = userColumns(await testStore());
  expect(columns.filter((column) => !known.has(column))).toEqual([]);
  expect([...REFERRED].filter((column) => column in LEFT_OUT)).toEqual([]);
});

test("[DATA-03] every other table is in the archive by what its rows belong to, or is left out for a reason", async () => {
  const store = await testStore();
  const direct = new Set([...userColumns(store), "users.id"].map(tableOf));
  const others = Object.values(store.tables)
    .map((table) => getTableName(table))
    .filter((table) => !direct.has(table));
  expect([...HELD, ...Object.keys(TABLES_LEFT_OUT)].toSorted()).toEqual(others.toSorted());
});

const isKnown = (column: string) => REFERRED.has(column) || column in LEFT_OUT;

/** Gives a person a row in every table of which the archive has something. */
const fill = async (
  { deps }: TestApp,
  { id, email }: { id: string; email: string | null },
): Promise<void> => {
  const { store } = deps;
  const values: Record<string, unknown> = {
    "attachments.state": "sent",
    "orders.currency": "USD",
    "payments.currency": "USD",
  };
  await rowsEverywhere(store, id, { values, isWhole: true });
  const { orders } = store.tables;
  const [order] = await store.read.select().from(orders).where(eq(orders.userId, id));
  values["shop_events.order_id"] = order?.id;
  const { strikes } = store.tables;
  const [strike] = await store.read.select().from(strikes).where(eq(strikes.userId, id));
  values["bans.strike_id"] = strike?.id;
  for (const table of ["payment_lines", "payment_effects", "shop_events", "bans"])
    await anyRow(store, id, table, { values, isWhole: true });
  await asSite(deps).write((tx) =>
    queueMail(tx, {
      to: { name: "A member", address: email ?? "" },
      template: "archive",
      data: { firstName: "A", expiresAt: tx.clock.now().toISOString() },
    }),
  );
};

/** Every plain value within something, as text. */
const valuesIn = (of: unknown): string[] =>
  of instanceof Date
    ? [of.toISOString()]
    : typeof of === "object" && of !== null
      ? Object.values(of).flatMap(valuesIn)
      : [String(of)];

/** The columns of tables that the archive covers, of which a value that can be nowhere else is not in it. */
const missingValues = async (store: Store, userId: string, data: unknown): Promise<string[]> => {
  const there = new Set(valuesIn(data));
  const covered = new Set([...[...REFERRED].map(tableOf), ...HELD]);
  const missing = new Set<string>();
  for (const table of Object.values(store.tables)) {
    const name = getTableName(table);
    if (!covered.has(name) || name === "outbox") continue;
    for (const row of (await store.read.select().from(table)) as Record<string, unknown>[]) {
      if (name === "users" && row["id"] !== userId) continue;
      for (const [key, column] of Object.entries(getTableColumns(table))) {
        const value = row[key];
        const isTelling =
          name === "users"
            ? value instanceof Date || (typeof value === "string" && value !== "")
            : isMadeUp(value);
        if (isTelling && !valuesIn(value).every((one) => there.has(one)))
          missing.add(`${name}.${column.name}`);
      }
    }
  }
  return [...missing];
};

const SEEDING_MS = 240_000;

test(
  "[DATA-03] the archive of the sample member has every row that refers to them, and no secret",
  async () => {
    const mail = await mailServer();
    const app = await testApp({ env: { SMTP_URL: mail.url, MAIL_FROM: "den@lynxden.example" } });
    const { store } = app.deps;
    await seedAccounts(app.deps, mail.inbox);
    await seedCommunity(app.deps);
    const { users, sessions } = store.tables;
    const [user] = await store.read
      .select()
      .from(users)
      .where(eq(users.email, "member@example.test"));
    if (user === undefined) throw new Error("There is no sample member.");
    const member = await person(app, user.id);
    await asSite(app.deps).write(async (tx) => {
      const { links } = tx.tables;
      const imageUrl = await keepPicture(tx, new Uint8Array([1, 2, 3]));
      const isTheirs = and(eq(links.userId, user.id), eq(links.platform, "discord"));
      await tx.update(links).set({ imageUrl }).where(isTheirs);
    });
    await member.ask("POST", EXPORT_PATH);
    await fill(app, user);
    // What the making and the download leave behind is younger than the archive.
    const found = await whereFound(store, user.id);
    const { ticketPeople, tickets } = store.tables;
    const on = await store.read
      .select({ id: ticketPeople.ticketId })
      .from(ticketPeople)
      .where(eq(ticketPeople.userId, user.id));
    const opened = await store.read
      .select({ id: tickets.id })
      .from(tickets)
      .where(eq(tickets.createdBy, user.id));
    const { data, page, names } = await archiveOf(app, member);

    expect([...found.columns].filter((column) => !isKnown(column))).toEqual([]);
    const direct = SECTIONS.filter(({ refers, name }) => refers.length > 0 && name !== "tickets");
    const expected = direct.map(({ name, refers }) => [name, found.rowsOf(refers)]);
    expect(direct.map(({ name }) => [name, data[name]?.length])).toEqual(expected);
    const ticketIds = new Set([...on, ...opened].map(({ id }) => id));
    expect(new Set(data["tickets"]?.map(({ id }) => id))).toEqual(ticketIds);
    expect(Object.keys(data)).toEqual(SECTIONS.map(({ name }) => name));
    expect(Object.keys(data).filter((name) => data[name]?.length === 0)).toEqual([]);
    const missing = await missingValues(store, user.id, data);
    expect(missing.filter((column) => !(column in VALUES_LEFT_OUT))).toEqual([]);
    expect(Object.keys(VALUES_LEFT_OUT).filter((column) => !missing.includes(column))).toEqual([]);
    const pictures = data["links"]?.map(({ picture }) => picture).filter(Boolean) ?? [];
    expect(pictures).toHaveLength(1);
    expect(names.toSorted()).toEqual(
      ["data.json", "index.html", ...new Set(pictures.map(String))].toSorted(),
    );

    const secrets = [
      user.passwordHash,
      ...(await store.read.select().from(sessions)).map((s) => s.id),
    ];
    const others = await store.read
      .select({ email: users.email })
      .from(users)
      .where(ne(users.id, user.id));
    const text = JSON.stringify(data) + page;
    for (const secret of [...secrets, ...others.map(({ email }) => email)])
      expect(text).not.toContain(String(secret));
    expect(page).not.toMatch(/<script|javascript:|https?:\/\/[^<]*<link/);
    for (const { title } of SECTIONS) expect(page).toContain(Bun.escapeHTML(title));
  },
  SEEDING_MS,
);
