import { createContext, use } from "react";
import { isStatusGame, type StatusGame } from "#shared/constants/games.ts";
import type { StatusSnapshot } from "#shared/schemas/servers.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import type { Queries } from "./trpc.ts";

/** What the server wrote into the page about this community. */
export const readSite = (): SiteConfig => {
  const element = document.querySelector("#site");
  if (element?.textContent == null) throw new Error("The page carries no site configuration.");
  // The server validated it when it was written; the browser need not carry the schema.
  return JSON.parse(element.textContent) as SiteConfig;
};

/** The status that the server rendered the page with; null where it shows none. */
export const readStatus = (): StatusSnapshot | null => {
  const element = document.querySelector("#status");
  return element?.textContent == null ? null : (JSON.parse(element.textContent) as StatusSnapshot);
};

/** Puts it where the screens look for it, as nothing that has been asked for yet. */
export const seedStatus = (queries: Queries, { game, rows, summary }: StatusSnapshot): void => {
  const unasked = { updatedAt: 0 };
  queries.servers.board.setData({ game }, [...rows], unasked);
  queries.servers.summary.setData(undefined, summary, unasked);
  const options = { refetchType: "none" } as const;
  void queries.servers.board.invalidate({ game }, options);
  void queries.servers.summary.invalidate(undefined, options);
};

export const SiteContext = createContext<SiteConfig | null>(null);

/** The community this page belongs to. */
export const useSite = (): SiteConfig => {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite needs a SiteContext around it.");
  return site;
};

type KnownServer = SiteConfig["servers"][number] & { game: StatusGame };

/** The configured server of that key, if it is one that has a status. */
export const serverOf = (site: SiteConfig, key: string | undefined): KnownServer | null =>
  site.servers.find(
    (server): server is KnownServer => server.key === key && isStatusGame(server.game),
  ) ?? null;
