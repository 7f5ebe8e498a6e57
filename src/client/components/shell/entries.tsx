import { Link } from "@tanstack/react-router";
import { CalendarDays, ExternalLink, Newspaper, ScrollText, Server, Store } from "lucide-react";
import type { ComponentProps, ComponentType, SVGProps } from "react";
import { HashLink } from "#client/components/page.tsx";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import type { HomeAnchor } from "#shared/rules/community.ts";
import type { MenuEntry, MenuScreen } from "#shared/schemas/community/home.ts";

/** A speech bubble with two eyes: our own sign for the chat community. */
export const DiscordIcon = (props: SVGProps<SVGSVGElement>) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    {...props}
  >
    <path d="M8.5 4.5 6 5.2C4 8.3 3 11.800 3 16c1.700 1.500 3.500 2.300 5.400 2.700l1.100-2M15.500 4.500l2.500.7c2 3.100 3 6.600 3 10.800-1.700 1.500-3.500 2.300-5.400 2.700l-1.100-2" />
    <path d="M8 6.800c2.600-.9 5.400-.9 8 0M7.500 16.200c3 1.300 6 1.300 9 0" />
    <path d="M9.200 12v.6M14.800 12v.6" strokeWidth="2.600" />
  </svg>
);

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
