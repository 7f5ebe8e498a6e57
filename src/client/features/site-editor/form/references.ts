import { useMemo } from "react";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { SiteSection } from "#shared/schemas/site-document.ts";
import type { Field, Reference } from "#shared/site-forms/fields.ts";
import { asText, isObject, type Json, type JsonObject, listOf } from "./content.ts";

/** What of the community's own stands in sections of its own. */
type Named = Exclude<Reference, "categories">;

/** What a value can name: the entries of those sections as they are being written, right or wrong. */
export type References = Readonly<Record<Named, readonly JsonObject[]>>;

/** Entries of a list by their keys, with what people see of them; without a key there is nothing to name. */
export const titlesIn = (list: Json | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listOf(list).flatMap((entry) => {
      if (!isObject(entry)) return [];
      const key = asText(entry["key"]);
      const title = asText(entry["title"]) || asText(entry["name"]) || key;
      return key === "" ? [] : [[key, title]];
    }),
  );

/** What stands in a section: its draft, where there is one; undefined until that is known. */
export const useDrafted = (section: SiteSection, isAsked = true): Json | undefined => {
  const { data } = trpc.site.section.useQuery({ section }, { enabled: isAsked, staleTime: 0 });
  return (data?.draft ?? data?.published) as Json | undefined;
};

/** What the fields of a form name. */
export const namedIn = (fields: readonly Field[]): ReadonlySet<Reference> =>
  new Set(
    fields.flatMap((field): readonly Reference[] => {
      if (field.kind === "reference") return [field.to];
      if (field.kind === "group" || field.kind === "list") return [...namedIn(field.fields)];
      return field.kind === "table" ? [...namedIn(field.columns)] : [];
    }),
  );

/** What of the community's own the values of a form can name. */
export const useReferences = (fields: readonly Field[]): References => {
  const site = useSite();
  const named = useMemo(() => namedIn(fields), [fields]);
  const games = useDrafted("games", named.has("games"));
  const tiers = useDrafted("tiers", named.has("tiers"));
  const servers = useDrafted("servers", named.has("servers"));
  return useMemo(() => {
    // Until the drafts are known it is what is published.
    const entriesOf = (content: Json | undefined, published: unknown) =>
      listOf(content ?? (published as Json)).filter(isObject);
    return {
      games: entriesOf(games, site.games),
      tiers: entriesOf(tiers, site.tiers),
      servers: entriesOf(servers, site.servers),
    };
  }, [games, tiers, servers, site]);
};
