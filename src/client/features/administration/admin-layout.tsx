import { Link, type LinkProps, Outlet } from "@tanstack/react-router";
import { History, KeyRound, type LucideIcon, UsersRound } from "lucide-react";
import { useSession } from "#client/lib/session/use-session.ts";
import { MESSAGES } from "#shared/messages.ts";

type Entry = { to: LinkProps["to"]; label: string; icon: LucideIcon };

/** The screens of the administration, each from the day on which it is there. */
const ENTRIES: readonly Entry[] = [
  { to: "/member/admin/users", label: "Users", icon: UsersRound },
  { to: "/member/admin/audit", label: "Audit Log", icon: History },
  { to: "/member/admin/keys", label: "Bridge Keys", icon: KeyRound },
];

/** Whatever a screen is narrowed to, it is the screen that is marked. */
const ANY_SEARCH = { includeSearch: false };

/** The frame of the administration, which only Admins see (member §2 "Admin users screen", facts §4a). */
export const AdminLayout = () => {
  const isAdmin = useSession()?.role === "Admin";
  if (!isAdmin)
    return (
      <>
        <h1 className="headline text-5xl md:text-6xl">Administration</h1>
        <p role="alert" className="mt-8 text-xl font-semibold text-ember">
          {MESSAGES.accessDenied}
        </p>
      </>
    );
  return (
    <>
      <nav aria-label="Administration" className="mb-8 border-b border-night-700">
        <ul className="flex gap-x-1 sm:gap-x-4">
          {ENTRIES.map(({ to, label, icon: Icon }) => (
            <li key={label} className="min-w-0 flex-auto sm:flex-none">
              <Link
                to={to}
                activeOptions={ANY_SEARCH}
                className="-mb-px flex min-h-12 items-center justify-center gap-2 border-b-2 border-transparent px-1.5 font-display text-lg leading-none font-bold tracking-wide whitespace-nowrap text-muted uppercase transition-colors hover:text-bone focus-visible:-outline-offset-2 aria-[current=page]:border-amber aria-[current=page]:text-amber-strong sm:text-xl"
              >
                <Icon className="size-5 shrink-0 max-sm:hidden" aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
};
