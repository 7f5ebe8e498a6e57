import type { AnyTRPCRouter } from "@trpc/server";
import type { Config } from "#server/config/config.ts";
import { VERSION } from "#server/core/version.ts";
import { docsPage } from "./docs.ts";
import { openApiDocument } from "./openapi.ts";
import type { RestRow } from "./row.ts";
import { withWebhook } from "./webhook-document.ts";

const headers = (type: string) => ({ "content-type": type, "cache-control": "no-cache" });

/** `/api/openapi.json` and `/api/docs`, made when first asked for. */
export const createDocs = (
  { community, publicUrl }: Pick<Config, "community" | "publicUrl">,
  router: AnyTRPCRouter,
  table: readonly RestRow[],
) => {
  const about = { name: community.brand.name, publicUrl, version: VERSION };
  let made: { json: string; html: string } | undefined;
  const documents = () => {
    if (made !== undefined) return made;
    const document = withWebhook(openApiDocument(router, table, about));
    made = { json: JSON.stringify(document), html: docsPage(document) };
    return made;
  };
  return {
    document: () =>
      new Response(documents().json, { headers: headers("application/json; charset=utf-8") }),
    page: () => new Response(documents().html, { headers: headers("text/html; charset=utf-8") }),
  };
};
