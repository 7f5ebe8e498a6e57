import { z } from "zod/mini";
import { inAnyCase } from "#shared/rules/text.ts";

/** A text in the query of a list's address; one that is longer than anything it could name is left out. */
export const searchText = z.catch(z.optional(z.string().check(z.maxLength(100))), undefined);

/** One of some words in the query of an address, typed in whatever case; anything else is left out. */
export const searchChoice = <T extends string>(words: readonly T[]) =>
  z.catch(
    z.optional(
      z.pipe(
        z.custom<T>((given) => typeof given === "string"),
        z.transform((given) => inAnyCase(words, given)),
      ),
    ),
    undefined,
  );
