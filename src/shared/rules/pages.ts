import type { HomeSection } from "#shared/schemas/community/home.ts";

/** The sections of the home page that links lead to, by the anchors that they bear. */
export const HOME_ANCHORS = {
  ServerListDisplay: "servers",
  ServerStatusDisplay: "status",
} as const satisfies Record<string, HomeSection>;
export type HomeAnchor = keyof typeof HOME_ANCHORS;

type ShownHome = { home: { sections: readonly HomeSection[] } };

/** Whether the home page, as it is shown, has the section with that anchor [NAV-23]. */
export const hasAnchor = ({ home }: ShownHome, anchor: HomeAnchor): boolean =>
  home.sections.includes(HOME_ANCHORS[anchor]);

/**
 * Where the home page has the servers, as it is shown.
 * @param first the anchor that is preferred where it has both sections.
 */
export const serversAnchor = (
  site: ShownHome,
  first: HomeAnchor = "ServerListDisplay",
): HomeAnchor | null => {
  const both: readonly HomeAnchor[] = [first, "ServerListDisplay", "ServerStatusDisplay"];
  return both.find((anchor) => hasAnchor(site, anchor)) ?? null;
};

/** Screens that have nothing to show but what somebody wants to do there. */
const CLOSED = /^\/(?:member|shop|register)(?:\/|$)/i;

/**
 * Whether a screen is closed to everybody but Admins while the site is in maintenance [SITE-08]: the
 * status, rules, news, pages and the login stay.
 * @param path the address without its query.
 */
export const isClosedInMaintenance = (path: string): boolean => CLOSED.test(path);
