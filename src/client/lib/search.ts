import { redirect } from "@tanstack/react-router";
import type { SecretPage } from "#shared/constants/accounts.ts";
import { inAnyCase } from "#shared/rules/text.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What a mail's link had in its query: of this tab's own history alone, where a reload keeps it. */
    secret?: string;
  }
}

/**
 * Takes the secret that a mail's link brought out of the address, where it would be seen, shared
 * and kept. For `beforeLoad`; the screen then finds it in the state of its location.
 */
export const hideSecret = (to: SecretPage, secret: string | undefined): void => {
  if (secret === undefined || secret === "") return;
  redirect({ to, search: {}, state: { secret }, replace: true, throw: true });
};

/** Longer than anything that an address could name. */
const TEXT_MAX = 100;

/** Reads one value of an address's query; undefined for what is none of its kind. */
type Read<T> = (given: unknown) => T | undefined;

/** A text of any length, such as the code in the link of an email. */
export const searchString: Read<string> = (given) =>
  typeof given === "string" ? given : undefined;

/** A text; one that is longer than anything it could name is left out. */
export const searchText: Read<string> = (given) =>
  typeof given === "string" && given.length <= TEXT_MAX ? given : undefined;

export const searchFlag: Read<true> = (given) => given === true || undefined;

/** A whole number from one on. */
export const searchNumber: Read<number> = (given) =>
  typeof given === "number" && Number.isSafeInteger(given) && given > 0 ? given : undefined;

/** One of some words, typed in whatever case. */
export const searchChoice =
  <T extends string>(words: readonly T[]): Read<T> =>
  (given) =>
    typeof given === "string" ? inAnyCase(words, given) : undefined;

type Readers = Readonly<Record<string, Read<unknown>>>;
type Values<R extends Readers> = { [K in keyof R]?: ReturnType<R[K]> };

/**
 * What a route reads of its address's query, for its `validateSearch`; anything else is left out.
 * Every page knows all routes, so this takes no validation library along.
 */
export const searchSchema = <R extends Readers>(readers: R) => {
  const names = Object.keys(readers) as (string & keyof R)[];
  const read = (raw: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, readers[name]?.(raw[name])])) as Values<R>;
  return Object.assign(read, { names });
};

/** What a `searchSchema` gives. */
export type SearchOf<T extends (raw: Record<string, unknown>) => unknown> = ReturnType<T>;
