import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { NO_SUCH_PAGE } from "#server/store/cursor.ts";
import type { Reader } from "#server/store/store.ts";
import { PAGE_SIZE, COUNT_MAX } from "#shared/constants/lists.ts";
import type { PageInput, Page } from "#shared/schemas/lists.ts";
import type { Notification } from "#shared/schemas/notifications.ts";
import { NO_ID, notificationReadsOf } from "./reads.ts";
import { toWire } from "./to-wire.ts";

type Half = "unread" | "read";
/** Where a page begins: below an id, in one half of the list. */
type Place = { half: Half; before: number };

const CURSOR = /^(unread|read)-(\d{1,15})$/;
const START: Place = { half: "unread", before: NO_ID };

const placeOf = (cursor: string | null | undefined): Place => {
  if (cursor === null || cursor === undefined) return START;
  const [, half, before] = CURSOR.exec(cursor) ?? [];
  if (half !== "unread" && half !== "read") throw new AppError("bad_request", NO_SUCH_PAGE);
  return { half, before: Number(before) };
};

const cursorOf = ({ isRead, id }: Notification) => `${isRead ? "read" : "unread"}-${id}`;

type Wanted = { userId: string; before: number; limit: number };

/** Up to `limit` of one half, the newest first: one's own and those for everyone, in one list. */
const findHalf = async (reader: Reader, half: Half, wanted: Wanted): Promise<Notification[]> => {
  const { own, global } = notificationReadsOf(reader);
  const [mine, everyones] = await Promise.all([
    own[half].execute(wanted),
    global[half].execute(wanted),
  ]);
  return [...mine, ...everyones]
    .toSorted((a, b) => b.id - a.id)
    .slice(0, wanted.limit)
    .map((row) => toWire(row, half === "read"));
};

/**
 * What a member was told: unread first, then newest first [NOTE-01]. Global ones that are older than
 * the account are among the read.
 * @throws {AppError} `bad_request` for a cursor that is none of this list.
 */
export const listNotifications = async (
  { read, actor: { userId } }: MemberCtx,
  input: PageInput,
): Promise<Page<Notification>> => {
  const { cursor, limit = PAGE_SIZE } = input;
  const { half, before } = placeOf(cursor);
  const wanted = { userId, before, limit: limit + 1 };
  const first = await findHalf(read, half, wanted);
  const rest =
    half === "unread" && first.length <= limit
      ? await findHalf(read, "read", {
          userId,
          before: NO_ID,
          limit: wanted.limit - first.length,
        })
      : [];
  // Read between the two questions: it would be there twice.
  const seen = new Set(first.map(({ id }) => id));
  const items = [...first, ...rest.filter(({ id }) => !seen.has(id))].slice(0, limit);
  const last = items.at(-1);
  const hasMore = first.length + rest.length > limit;
  return { items, nextCursor: hasMore && last !== undefined ? cursorOf(last) : null };
};

/** How many are unread, counted up to `COUNT_MAX`. */
export const countUnread = async ({
  read,
  actor: { userId },
}: MemberCtx): Promise<{ count: number }> => {
  const { unreadOwnIds, unreadGlobalIds } = notificationReadsOf(read);
  const [own, globals] = await Promise.all([
    unreadOwnIds.execute({ userId, limit: COUNT_MAX }),
    unreadGlobalIds.execute({ userId, before: NO_ID, limit: COUNT_MAX }),
  ]);
  return { count: Math.min(own.length + globals.length, COUNT_MAX) };
};
