import { createContext, use } from "react";
import type { SiteConfig } from "#shared/schemas/site.ts";

/** What the server wrote into the page about this community. */
export const readSite = (): SiteConfig => {
  const element = document.querySelector("#site");
  if (element?.textContent == null) throw new Error("The page carries no site configuration.");
  // The server validated it when it was written; the browser need not carry the schema.
  return JSON.parse(element.textContent) as SiteConfig;
};

export const SiteContext = createContext<SiteConfig | null>(null);

/** The community this page belongs to. */
export const useSite = (): SiteConfig => {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite needs a SiteContext around it.");
  return site;
};
