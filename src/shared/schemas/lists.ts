import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import { line } from "#shared/schemas/text.ts";

const LONGEST_CURSOR = 1000;

/** Which page of a list: the first without a cursor. */
export const pageInput = z.object({
  cursor: z.nullish(z.string().check(z.maxLength(LONGEST_CURSOR))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(PAGE_SIZE_MAX))),
});

export type PageInput = z.infer<typeof pageInput>;

/** What is searched for: words, of which the beginnings are enough. */
export const searchInput = z.extend(pageInput, { search: z.optional(line(LENGTHS.search)) });
export type SearchInput = z.infer<typeof searchInput>;

/** A page of a list; `nextCursor` asks for the one after it, null on the last. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });

export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** The number of a ticket, message or notification; older clients write it as a string. */
export const recordId = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);

/** A user's id. */
export const userId = line(LENGTHS.id).check(z.minLength(1));

/** Under which a client sends something once, however often it has to try. */
export const idempotencyKey = z.optional(line(LENGTHS.id).check(z.minLength(8)));
