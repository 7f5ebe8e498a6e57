import type { NewsDraft, WrittenNews } from "#shared/schemas/news.ts";
import { from, newAddress } from "./browser.ts";

const PLAIN: NewsDraft = {
  id: null,
  revision: 0,
  title: "The fair is open",
  summary: "Stalls, races and a lantern walk, on every map until Sunday.",
  text: "Come **early**.\n\n## What there is\n\n- a race\n- a lantern walk\n\n## When\n\nUntil Sunday.",
  publishAt: null,
  pinnedFrom: null,
  pinnedUntil: null,
  notifies: false,
};

const call = async <T>(url: string, token: string, name: string, input: unknown): Promise<T> => {
  const response = await fetch(`${url}/api/trpc/news.${name}`, {
    method: "POST",
    headers: {
      ...from(newAddress()),
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(input),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${response.status} from ${name}: ${answer}`);
  return (JSON.parse(answer) as { result: { data: T } }).result.data;
};

/** What Admins do about the news of a site, beside whatever browsers they have. @param token an Admin's. */
export const newsOf = (url: string, token: string) => ({
  save: (given: Partial<NewsDraft> = {}) =>
    call<WrittenNews>(url, token, "save", { ...PLAIN, ...given }),
  remove: (id: number) => call<unknown>(url, token, "remove", { id }),
});

/** A moment so many hours from now. */
export const inHours = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString();
