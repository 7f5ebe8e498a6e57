import { Link, type LinkProps } from "@tanstack/react-router";
import { Settings, type LucideIcon } from "lucide-react";
import { cn } from "#client/lib/cn.ts";

type Entry = { to: LinkProps["to"]; label: string; icon: LucideIcon };

/** The modules of the member area, each from the day on which its screen is there. */
const ENTRIES: readonly Entry[] = [
  { to: "/member/accountsettings", label: "Settings", icon: Settings },
];

/** Whatever tab of a module is open, it is the module that is marked. */
const ANY_TAB = { includeSearch: false };

/** The way around the member area: a column on wide screens, a row of icons under the header on small ones. */
export const MemberNav = () => (
  <nav
    aria-label="Member area"
    className="-mx-5 border-b border-night-700 bg-night-900 md:-mx-8 lg:sticky lg:top-24 lg:mx-0 lg:self-start lg:border-0 lg:bg-transparent"
  >
    <ul className="flex gap-1 overflow-x-auto px-5 py-1.5 [scrollbar-width:none] md:px-8 lg:flex-col lg:border-l lg:border-night-700 lg:p-0">
      {ENTRIES.map(({ to, label, icon: Icon }) => (
        <li key={label} className="shrink-0">
          <Link
            to={to}
            activeOptions={ANY_TAB}
            className={cn(
              "flex min-h-11 items-center gap-3 rounded-full px-4 font-display text-xl font-bold tracking-wide text-muted uppercase transition-colors hover:bg-night-800 hover:text-bone focus-visible:-outline-offset-2",
              "aria-[current=page]:bg-night-800 aria-[current=page]:text-amber-strong",
              "lg:-ml-px lg:min-h-12 lg:rounded-none lg:rounded-r-lg lg:border-l-2 lg:border-transparent lg:pl-5 lg:text-2xl",
              "lg:aria-[current=page]:border-amber lg:aria-[current=page]:bg-linear-to-r lg:aria-[current=page]:from-amber/10 lg:aria-[current=page]:to-transparent",
            )}
          >
            <Icon className="size-5" aria-hidden />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
