import { proveLedger } from "#server/modules/points/index.ts";
import type { Store } from "#server/store/store.ts";
import { asSite } from "#tests/support/context.ts";
import { UNKNOWN_PASSWORD } from "#tests/support/sign-in.ts";
import type { Acknowledged } from "./acts.ts";

const countBy = <T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
};

/**
 * Compares what people were told with what is there.
 * @returns a sentence for everything that was acknowledged and is not there once, for everything that
 *   is there twice, and for everything that is half written.
 */
export const proveActs = async (store: Store, told: Acknowledged): Promise<readonly string[]> => {
  const { read, tables: t } = store;
  const wrong: string[] = [];
  const expectOnce = (
    what: string,
    counts: ReadonlyMap<string, number>,
    keys: readonly string[],
  ) => {
    for (const key of keys)
      if (counts.get(key) !== 1)
        wrong.push(`${what} ${key} is there ${counts.get(key) ?? 0} times.`);
    for (const [key, count] of counts)
      if (count > 1) wrong.push(`${what} ${key} is there ${count} times.`);
  };

  const users = await read.select().from(t.users);
  const links = await read.select().from(t.links);
  const welcomes = countBy(await read.select().from(t.notificationReads), ({ userId }) => userId);
  const codes = countBy(await read.select().from(t.oneTimeCodes), ({ userId }) => userId);
  expectOnce(
    "The account",
    countBy(users, ({ emailKey }) => emailKey ?? ""),
    told.registered.map(({ email }) => email),
  );
  for (const { id, emailKey, passwordHash } of users) {
    if (passwordHash === null || passwordHash === UNKNOWN_PASSWORD) continue;
    const discord = links.filter(({ userId, platform }) => userId === id && platform === "discord");
    const has = [discord.length, welcomes.get(id) ?? 0, codes.get(id) ?? 0];
    if (has.join() !== "1,2,1") wrong.push(`The account ${emailKey} is half made: ${has.join()}.`);
  }

  const messages = await read.select().from(t.messages);
  expectOnce(
    "The message",
    countBy(messages, ({ content }) => content),
    told.sent.map(({ content }) => content),
  );

  const entries = await read.select().from(t.pointEntries);
  const moved = told.moved.map(({ key, delta, userId }) => {
    const found = entries.filter(({ reference }) => reference.endsWith(key));
    const isRight = found.length === 1 && found[0]?.delta === delta && found[0].userId === userId;
    return isRight ? null : `The transfer ${key} is there ${found.length} times.`;
  });
  wrong.push(...moved.filter((sentence) => sentence !== null));
  const ledger = await proveLedger(asSite({ store }), new AbortController().signal);
  if (ledger?.broken !== 0) wrong.push(`${ledger?.broken} lines of the ledger do not follow.`);

  const retired = await read.select().from(t.retiredLinks);
  const unlinked = told.linked.filter(({ isUnlinked }) => isUnlinked);
  if (retired.length < unlinked.length)
    wrong.push(`${unlinked.length} accounts were unlinked, ${retired.length} are retired.`);
  for (const { externalId, userId, isUnlinked } of told.linked) {
    const found = links.filter((each) => each.externalId === externalId);
    const isThere = found.length === 1 && found[0]?.userId === userId;
    if (isUnlinked ? found.length > 0 : !isThere) wrong.push(`The link ${externalId} is wrong.`);
  }

  for (const { userId, names, acknowledged } of told.renamed) {
    const name = users.find(({ id }) => id === userId)?.firstName ?? "";
    if (names.lastIndexOf(name) < acknowledged)
      wrong.push(`${userId} is called ${name}, and was told ${names[acknowledged]}.`);
  }
  return wrong;
};
