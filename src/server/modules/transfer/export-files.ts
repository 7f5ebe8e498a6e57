import { existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { CtxReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { areSeen } from "#server/modules/desk/index.ts";
import { readTiers } from "#server/modules/members/index.ts";
import { readBalances } from "#server/modules/points/index.ts";
import { MEMBER_COLUMNS, type MemberColumn, PLATFORMS } from "#shared/constants/accounts.ts";
import { fileTroubleText, TRANSFER } from "#shared/data-messages.ts";
import { BYTE_ORDER_MARK, csvLine } from "#shared/rules/lines.ts";
import { PLATFORM_COLUMNS } from "./member-line.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 200;

/** One line of a file: plain values, and lists of them. */
type ExportRow = Readonly<Record<string, unknown>>;

/** Goes through numbered rows in slices. @param read the next ones after a number. */
async function* inSlices<Row extends { id: number }>(
  read: (after: number) => PromiseLike<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const slice = await read(after);
    const last = slice.at(-1);
    if (last === undefined) return;
    yield slice;
    after = last.id;
  }
}

/** By the id of what they belong to. */
const grouped = <Row>(rows: readonly Row[], ownerOf: (row: Row) => number) =>
  Map.groupBy(rows, ownerOf);

/** Tickets that whoever asks may see, with the people on them; their messages stand within where they are asked for. */
export async function* exportTickets(
  given: CtxReader,
  withMessages: boolean,
): AsyncGenerator<readonly ExportRow[]> {
  const { tables, ...reader } = given;
  const { tickets, ticketPeople, messages } = tables;
  const slices = inSlices((after) =>
    reader
      .select()
      .from(tickets)
      .where(and(gt(tickets.id, after), areSeen(given)))
      .orderBy(asc(tickets.id))
      .limit(SLICE),
  );
  for await (const slice of slices) {
    const ids = slice.map(({ id }) => id);
    const people = grouped(
      await reader
        .select({ ticketId: ticketPeople.ticketId, userId: ticketPeople.userId })
        .from(ticketPeople)
        .where(inArray(ticketPeople.ticketId, ids)),
      ({ ticketId }) => ticketId,
    );
    const said = withMessages
      ? grouped(
          await reader
            .select()
            .from(messages)
            .where(inArray(messages.ticketId, ids))
            .orderBy(asc(messages.id)),
          ({ ticketId }) => ticketId,
        )
      : null;
    yield slice.map((ticket) =>
      Object.assign(
        ticket,
        { people: (people.get(ticket.id) ?? []).map(({ userId }) => userId) },
        said === null ? {} : { messages: said.get(ticket.id) ?? [] },
      ),
    );
  }
}

/** What was said on tickets that whoever asks may see. */
export const exportMessages = (given: CtxReader): AsyncGenerator<readonly ExportRow[]> => {
  const { tables, ...reader } = given;
  const { messages: t, tickets } = tables;
  return inSlices((after) =>
    reader
      .select(getTableColumns(t))
      .from(t)
      .innerJoin(tickets, eq(tickets.id, t.ticketId))
      .where(and(gt(t.id, after), areSeen(given)))
      .orderBy(asc(t.id))
      .limit(SLICE),
  );
};

/** The ledger, line by line. */
const exportPoints = ({
  tables: { pointEntries: t },
  ...reader
}: CtxReader): AsyncGenerator<readonly ExportRow[]> =>
  inSlices((after) =>
    reader.select().from(t).where(gt(t.id, after)).orderBy(asc(t.id)).limit(SLICE),
  );

/** Orders with what was paid for them. */
async function* exportOrders({
  tables: { orders: t, payments },
  ...reader
}: CtxReader): AsyncGenerator<readonly ExportRow[]> {
  const slices = inSlices((after) =>
    reader
      .select({
        id: t.id,
        userId: t.userId,
        ident: t.ident,
        state: t.state,
        items: t.items,
        currency: t.currency,
        totalCents: t.totalCents,
        hasPromo: t.hasPromo,
        createdAt: t.createdAt,
        paidAt: t.paidAt,
        creditedAt: t.creditedAt,
      })
      .from(t)
      .where(gt(t.id, after))
      .orderBy(asc(t.id))
      .limit(SLICE),
  );
  for await (const slice of slices) {
    const paid = grouped(
      await reader
        .select({
          orderId: payments.orderId,
          transactionId: payments.transactionId,
          sequence: payments.sequence,
          amountCents: payments.amountCents,
          paidAt: payments.paidAt,
        })
        .from(payments)
        .where(
          inArray(
            payments.orderId,
            slice.map(({ id }) => id),
          ),
        )
        .orderBy(asc(payments.id)),
      ({ orderId }) => orderId,
    );
    yield slice.map((order) => Object.assign(order, { payments: paid.get(order.id) ?? [] }));
  }
}

/** They hold personal data. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

type MemberRow = Record<MemberColumn, string | number>;

/**
 * Everybody who is a member or waits to become one, as a file of members has them, in slices: importing it into an empty site
 * makes the same [MOVE-06]. Whoever is deactivated is left out, as an import would let them in again;
 * so is a registration that nobody has confirmed, as an import would keep its address for ever.
 */
async function* exportMembers(reader: CtxReader): AsyncGenerator<readonly MemberRow[]> {
  const { users, links } = reader.tables;
  for (let after = ""; ;) {
    const slice = await reader
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        createdAt: users.createdAt,
        allowMarketing: users.allowMarketing,
      })
      .from(users)
      .where(
        and(
          gt(users.id, after),
          isNull(users.erasedAt),
          isNull(users.deactivatedAt),
          or(isNotNull(users.verifiedAt), isNotNull(users.waitsSince)),
        ),
      )
      .orderBy(asc(users.id))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = slice.map(({ id }) => id);
    const balances = await readBalances(reader, ids);
    const tiers = await readTiers(reader, ids);
    const linked = await reader
      .select({ userId: links.userId, platform: links.platform, externalId: links.externalId })
      .from(links)
      .where(inArray(links.userId, ids));
    const accounts = new Map(
      linked.map(({ userId, platform, externalId }) => [`${userId} ${platform}`, externalId]),
    );
    yield slice.map(({ id, email, firstName, lastName, createdAt, allowMarketing }) => {
      const [tier = "", lastDay = ""] = (tiers.get(id) ?? "").split(":");
      const row: MemberRow = {
        email: email ?? "",
        first_name: firstName,
        last_name: lastName,
        discord_id: "",
        steam_id: "",
        minecraft_uuid: "",
        epic_id: "",
        points: balances.get(id) ?? 0,
        tier,
        tier_until: lastDay,
        created_at: createdAt.toISOString(),
        news_by_email: allowMarketing ? "yes" : "no",
      };
      for (const platform of PLATFORMS)
        row[PLATFORM_COLUMNS[platform]] = accounts.get(`${id} ${platform}`) ?? "";
      return row;
    });
  }
}

type Slices = AsyncIterable<readonly ExportRow[]>;

/** What a cell of a CSV file holds; what is a list or has parts of its own is JSON. */
const cellOf = (value: unknown): string | number => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
};

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param columns named as in the rows; those of the first row where they are left out. */
async function* asCsv(slices: Slices, columns?: readonly string[]): AsyncGenerator<string> {
  let named = columns;
  yield BYTE_ORDER_MARK;
  if (named !== undefined) yield csvLine(named);
  for await (const slice of slices) {
    if (named === undefined) {
      named = Object.keys(slice[0] ?? {});
      yield csvLine(named.map(snakeCase));
    }
    const names = named;
    yield slice.map((row) => csvLine(names.map((name) => cellOf(row[name])))).join("");
  }
}

async function* asJson(slices: Slices): AsyncGenerator<string> {
  let before = "[\n";
  for await (const slice of slices) {
    yield before + slice.map((row) => JSON.stringify(row)).join(",\n");
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** What is done with a file; what its owner can mend is said in a sentence that names it. */
const said = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const text = fileTroubleText(String((error as { code?: unknown }).code), file);
    throw text === null ? error : new AppError("bad_request", text);
  }
};

/**
 * Writes a file part by part; it has its name once it is whole.
 * @param called what its owner knows it as.
 */
export const writeParts = async (
  file: string,
  parts: AsyncIterable<string>,
  called = file,
): Promise<void> => {
  const partial = `${file}.partial`;
  try {
    // A run that was killed may have left one. What cannot be removed is told by the next line.
    await rm(partial, { force: true }).catch(() => {});
    const handle = await said(called, () => open(partial, "wx", FILE_MODE));
    try {
      for await (const part of parts) {
        await said(called, () => handle.writeFile(part));
        await yieldToEventLoop();
      }
    } finally {
      await handle.close();
    }
    await said(called, () => rename(partial, file));
  } catch (error) {
    // Where nothing may be removed nothing was written, and the first error says more.
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  }
};

/** The members as a CSV file that `importMembers` takes, part by part. */
export const membersCsv = (reader: CtxReader): AsyncGenerator<string> =>
  asCsv(exportMembers(reader), MEMBER_COLUMNS);

/** The files of an export by their names. */
const filesOf = (reader: CtxReader): Readonly<Record<string, () => AsyncGenerator<string>>> => ({
  "members.csv": () => membersCsv(reader),
  "members.json": () => asJson(exportMembers(reader)),
  "tickets.csv": () => asCsv(exportTickets(reader, false)),
  "messages.csv": () => asCsv(exportMessages(reader)),
  "tickets.json": () => asJson(exportTickets(reader, true)),
  "points.csv": () => asCsv(exportPoints(reader)),
  "points.json": () => asJson(exportPoints(reader)),
  "orders.csv": () => asCsv(exportOrders(reader)),
  "orders.json": () => asJson(exportOrders(reader)),
});

/**
 * Writes members, tickets with their messages, the ledger and orders into a folder, each as CSV and as
 * JSON [MOVE-06]: all of them, or none. They have their place once the last is whole.
 * @returns the files.
 * @throws {AppError} `conflict` where one of them exists.
 */
export const exportFolder = async (reader: CtxReader, folder: string): Promise<string[]> => {
  await said(folder, () => mkdir(folder, { recursive: true }));
  const files = Object.entries(filesOf(reader)).map(
    ([name, parts]) => ({ name, parts, file: join(folder, name) }) as const,
  );
  const present = files.find(({ file }) => existsSync(file));
  if (present !== undefined) throw new AppError("conflict", TRANSFER.folderExists(present.file));
  // Within the folder: it may be a disk of its own, and what is beside it somebody else's.
  const unfinished = join(folder, ".partial");
  const placed: string[] = [];
  try {
    await said(folder, () => rm(unfinished, { recursive: true, force: true }));
    await said(folder, () => mkdir(unfinished, { mode: FOLDER_MODE }));
    for (const { name, parts, file } of files)
      await writeParts(join(unfinished, name), parts(), file);
    for (const { name, file } of files) {
      await said(file, () => rename(join(unfinished, name), file));
      placed.push(file);
    }
    await rm(unfinished, { recursive: true });
  } catch (error) {
    for (const file of placed) await rm(file, { force: true }).catch(() => {});
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
  return files.map(({ file }) => file);
};
