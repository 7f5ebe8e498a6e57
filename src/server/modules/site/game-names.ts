import type { SiteDocument } from "#server/config/community-file.ts";
import type { SiteProblem, SiteSection } from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-version-messages.ts";
import { isPart } from "./words.ts";

/**
 * What is wrong with games of a document that is to be published: tickets know them by their short names. The
 * schema does not refuse that, since earlier programs published it.
 * @param sections those that are asked about.
 */
export const equalGameNames = (
  { games }: SiteDocument,
  sections: readonly SiteSection[],
): SiteProblem[] => {
  if (!sections.includes("games") || !Array.isArray(games)) return [];
  const names = games.map((game: unknown) =>
    isPart(game) && typeof game["name"] === "string" ? game["name"].normalize("NFC") : null,
  );
  return names.flatMap((name, index): SiteProblem[] =>
    name === null || names.indexOf(name) === index
      ? []
      : [
          {
            section: "games",
            path: [index, "name"],
            message: SITE_VERSIONS.equalGames(name),
            level: "error",
            code: "invalid",
          },
        ],
  );
};
