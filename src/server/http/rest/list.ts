import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import type { RestInput } from "./row.ts";

type Query = RestInput["query"];

/** `?limit=` and `?before=` as the procedure of a list takes them; other fields stay. */
export const asksForPage = (query: Query): Record<string, unknown> => {
  const { limit, before, cursor: _, ...others } = query;
  const size = limit === undefined ? PAGE_SIZE_MAX : Math.min(Number(limit), PAGE_SIZE_MAX);
  return { ...others, limit: size, ...(before === undefined ? {} : { cursor: before }) };
};

/** The `Link` header that says where a list goes on: the same question, of what comes after it. */
export const nextLink = (path: string, query: Query, nextCursor: string): string => {
  const { cursor: _, ...asked } = query;
  const next = new URLSearchParams({ limit: String(PAGE_SIZE_MAX), ...asked, before: nextCursor });
  return `<${path}?${next}>; rel="next"`;
};

/** What the document says of a list's two parameters. */
export const PAGE_PARAMETERS = [
  {
    name: "limit",
    in: "query" as const,
    required: false,
    description: `How many: ${PAGE_SIZE_MAX} unless it is said, and never more.`,
    schema: {
      type: "integer" as const,
      minimum: 1,
      default: PAGE_SIZE_MAX,
    },
  },
  {
    name: "before",
    in: "query" as const,
    required: false,
    description: "Where to go on, as the `Link` of the page before says.",
    schema: { type: "string" as const },
  },
];
