import { setImmediate as others } from "node:timers/promises";
import type { Platform } from "#shared/constants/accounts.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Store } from "#server/store/store.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 500;

type LinkedPicture = { userId: string; platform: Platform; imageUrl: string | null };

/** Walks through all links, slice by slice. @param signal stops between two slices. */
export async function* linkedPictures(
  store: Store,
  signal: AbortSignal,
): AsyncGenerator<readonly LinkedPicture[]> {
  const { links } = store.tables;
  const order = keyset({ userId: links.userId, platform: links.platform });
  let cursor: string | null = null;
  while (!signal.aborted) {
    const slice: LinkedPicture[] = await store.read
      .select({ userId: links.userId, platform: links.platform, imageUrl: links.imageUrl })
      .from(links)
      .where(order.before(cursor))
      .orderBy(...order.order)
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    yield slice;
    cursor = order.cursorOf(last);
    await others();
  }
}
