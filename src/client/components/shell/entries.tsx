import { Link } from "@tanstack/react-router";
import { CalendarDays, ExternalLink, Newspaper, ScrollText, Server, Store } from "lucide-react";
import type { ComponentProps, ComponentType, SVGProps } from "react";
import { HashLink } from "#client/components/hash-link.tsx";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import type { HomeAnchor } from "#shared/rules/home.ts";
import type { MenuEntry, MenuScreen } from "#shared/schemas/community/menu.ts";
import { DiscordIcon } from "./discord-icon.tsx";

export const RULES_ENTRY = { label: "Rules", icon: ScrollText, to: "/rules" } as const;
export const SHOP_ENTRY = { label: "Shop", icon: Store, to: "/shop" } as const;

const ELSEWHERE = { target: "_blank", rel: "noopener" } as const;

type Target =
  | { hash: HomeAnchor }
  | { to: "/discord"; target: "_blank"; rel: "noopener" }
  | { to: "/calendar" | "/news" | "/shop" | "/rules" | "/privacy-policy" };

const TARGETS: Readonly<Record<Exclude<MenuScreen, "contact">, Target>> = {
  shop: { to: SHOP_ENTRY.to },
  servers: { hash: "ServerListDisplay" },
  status: { hash: "ServerStatusDisplay" },
  rules: { to: RULES_ENTRY.to },
  calendar: { to: "/calendar" },
  discord: { to: "/discord", ...ELSEWHERE },
  news: { to: "/news" },
  privacy: { to: "/privacy-policy" },
};

const ICONS: Partial<Record<MenuScreen, ComponentType<SVGProps<SVGSVGElement>>>> = {
  shop: SHOP_ENTRY.icon,
  servers: Server,
  status: Server,
  rules: RULES_ENTRY.icon,
  calendar: CalendarDays,
  discord: DiscordIcon,
  news: Newspaper,
  privacy: ScrollText,
};

/** The icon of what a menu leads to. */
export const entryIcon = ({ screen, page }: MenuEntry): ComponentType<SVGProps<SVGSVGElement>> =>
  page === undefined ? ((screen && ICONS[screen]) ?? ExternalLink) : ScrollText;

/** What names an entry in its menu. */
export const entryKey = ({ screen, page, link }: MenuEntry): string => screen ?? link ?? `/${page}`;

type MenuLinkProps = Pick<ComponentProps<"a">, "title" | "className" | "onClick" | "children"> & {
  entry: MenuEntry;
  /** More classes of a link to a whole page. */
  pageClassName?: string;
};

/** Leads to what an entry of a menu names. */
export const MenuLink = ({
  entry: { screen, page, link, isOwn },
  pageClassName,
  children,
  ...given
}: MenuLinkProps) => {
  const { contactEmail } = useSite().brand;
  const own = useOwnLang();
  const props = isOwn === true ? { ...given, ...own } : given;
  const pageProps = { ...props, className: cn(props.className, pageClassName) };
  if (page !== undefined)
    return (
      <Link to="/$pageKey" params={{ pageKey: page }} {...pageProps}>
        {children}
      </Link>
    );
  if (screen === undefined)
    return (
      <a href={link} {...ELSEWHERE} {...props}>
        {children}
      </a>
    );
  if (screen === "contact")
    return (
      <a href={`mailto:${contactEmail}`} {...props}>
        {children}
      </a>
    );
  const target = TARGETS[screen];
  return "hash" in target ? (
    <HashLink {...target} {...props}>
      {children}
    </HashLink>
  ) : (
    <Link {...target} {...pageProps}>
      {children}
    </Link>
  );
};
