import { z } from "zod/mini";
import { words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders } from "./checks.ts";

const sentence = (usual: string) => z._default(words(100).check(hasKnownPlaceholders()), usual);

/** Short sentences of the site that a community says in its own way. */
export const communityTexts = z.strictObject({
  /** Below the title of the login. */
  login: sentence("Log in to {name}."),
  /** Above the name of whoever is signed in. */
  member: sentence("Member of {name}"),
  /** On a page that is not there, the way to the home page. */
  back: sentence("Back to the home page"),
  /** Where somebody has no notification. */
  quiet: sentence("All quiet here"),
  /** Told to whoever has opened a ticket again; nothing where it is left out. */
  reopened: z.optional(words(100).check(hasKnownPlaceholders())),
});
