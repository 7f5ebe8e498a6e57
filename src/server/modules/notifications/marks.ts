import type { Clock } from "#server/clock.ts";
import { oncePerStore } from "#server/store/prepared.ts";
import type { Store } from "#server/store/store.ts";
import { notificationReadsOf } from "./reads.ts";

/** What is known for good about the global ones and one member, by the ids, which grow with time. */
export type Marks = {
  /** Up to here they are older than the account. */
  readonly boundary: number;
  /** Up to here the member has read them all, or they are older than the account. */
  readonly floor: number;
};

/** Of so many members marks are remembered; those of the others are looked up again. */
const MEMBERS_MAX = 20_000;
/** An id may become visible after a greater one, but not by so much. */
const SETTLED_MS = 60_000;
/** So many of the newest are looked at for one that is settled. */
const NEWEST = 20;

const memoryOf = oncePerStore(() => new Map<string, Marks>());

const remember = (store: Store, userId: string, marks: Marks): void => {
  const memory = memoryOf(store);
  memory.set(userId, marks);
  const [oldest] = memory.keys();
  if (memory.size > MEMBERS_MAX && oldest !== undefined) memory.delete(oldest);
};

/** A member's marks, from memory where they are known. Not to be asked inside `store.write`. */
export const marksOf = async (store: Store, userId: string): Promise<Marks> => {
  const known = memoryOf(store).get(userId);
  if (known !== undefined) return known;
  const [row] = await notificationReadsOf(store).boundary.execute({ userId });
  const boundary = row?.id ?? 0;
  const marks = { boundary, floor: boundary };
  remember(store, userId, marks);
  return marks;
};

/**
 * The ids of global ones that a member has yet to read, newest first. What is read stays read: below
 * the oldest of them nobody has to look again.
 * @param limit so many at most.
 */
export const findUnreadGlobals = async (
  { store, clock }: { store: Store; clock: Clock },
  userId: string,
  limit: number,
): Promise<number[]> => {
  const { unreadGlobalIds, newest } = notificationReadsOf(store);
  const { boundary, floor } = await marksOf(store, userId);
  const [rows, candidates] = await Promise.all([
    unreadGlobalIds.execute({ userId, after: floor, limit }),
    newest.execute({ after: floor, limit: NEWEST }),
  ]);
  const ids = rows.map(({ id }) => id);
  const settledAt = clock.now().getTime() - SETTLED_MS;
  const settled = candidates.find(({ createdAt }) => createdAt.getTime() <= settledAt);
  if (ids.length < limit && settled !== undefined) {
    const below = (ids.at(-1) ?? Number.POSITIVE_INFINITY) - 1;
    remember(store, userId, { boundary, floor: Math.max(floor, Math.min(settled.id, below)) });
  }
  return ids;
};
