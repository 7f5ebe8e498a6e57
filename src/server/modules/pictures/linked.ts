import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { keyset } from "#server/store/cursor.ts";
import type { Reader } from "#server/store/store.ts";
import type { Platform } from "#shared/constants/accounts.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 500;

type LinkedPicture = { userId: string; platform: Platform; imageUrl: string | null };

/** Walks through all links, slice by slice. @param signal stops between two slices. */
export async function* linkedPictures(
  reader: Reader,
  signal: AbortSignal,
): AsyncGenerator<readonly LinkedPicture[]> {
  const { links } = reader.tables;
  const order = keyset({ userId: links.userId, platform: links.platform });
  let cursor: string | null = null;
  while (!signal.aborted) {
    const slice: LinkedPicture[] = await reader
      .select({ userId: links.userId, platform: links.platform, imageUrl: links.imageUrl })
      .from(links)
      .where(order.before(cursor))
      .orderBy(...order.order)
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    yield slice;
    cursor = order.cursorOf(last);
    await yieldToEventLoop();
  }
}
