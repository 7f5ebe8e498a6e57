import { Link } from "@tanstack/react-router";
import { ChevronDown, LogOut } from "lucide-react";
import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { PointsText } from "#client/components/points.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#client/components/ui/dropdown-menu.tsx";
import { cn } from "#client/lib/cn.ts";
import { firstAdminScreen } from "#client/lib/routing/admin-screens.ts";
import type { Identity } from "#client/lib/session/use-identity.ts";
import { useSession, useSessionActions } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { SHELL } from "#shared/messages.ts";
import { isLongName } from "#shared/rules/display-name.ts";
import { ADMIN_ENTRY, MEMBER_ENTRIES, TEXT_ENTRIES } from "./account-entries.ts";
import { DiscordIcon } from "./discord-icon.tsx";
import { RULES_ENTRY } from "./entries.tsx";

/** Who is signed in, and what is theirs. */
export const AccountMenu = ({ member }: { member: Identity }) => {
  const { signOut } = useSessionActions();
  const user = useSession();
  const { name, email, picture, tier, points } = member;
  const { links, ruleTabs } = useSite();
  return (
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger className="group flex h-12 w-full items-center gap-2.5 rounded-lg px-1.5 transition-colors hover:bg-ground-800 data-[state=open]:bg-ground-800">
        <MemberAvatar name={name} picture={picture} tier={tier} className="h-11 shrink-0" />
        <span
          className={cn(
            "flex-1 truncate text-left font-display font-bold tracking-wide text-ink transition-colors group-hover:text-accent-strong",
            isLongName(name) ? "text-base" : "text-xl",
          )}
        >
          <span className="sr-only">{SHELL.accountMenuOf} </span>
          {name}
        </span>
        <ChevronDown
          className="mr-1 hidden size-4 shrink-0 text-faint transition-transform duration-200 group-data-[state=open]:rotate-180 lg:block"
          aria-hidden
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64">
        <div className="flex items-center gap-3 px-3 pt-2 pb-2.5">
          <MemberAvatar name={name} picture={picture} tier={tier} className="h-13 shrink-0" />
          <div className="min-w-0">
            <p className="truncate font-display text-xl leading-tight font-extrabold">{name}</p>
            <p className="truncate text-sm text-muted">{email}</p>
            <p className="mt-0.5 flex text-sm font-semibold">
              <PointsText points={points} />
            </p>
          </div>
        </div>
        <DropdownMenuSeparator />
        {MEMBER_ENTRIES.map(({ label, icon: Icon, to }) => (
          <DropdownMenuItem key={to} asChild>
            <Link to={to}>
              <Icon aria-hidden />
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
        {links.discord !== undefined && (
          <DropdownMenuItem asChild>
            <Link to="/discord" target="_blank" rel="noopener">
              <DiscordIcon />
              Discord
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <Link to={firstAdminScreen(user)}>
            <ADMIN_ENTRY.icon aria-hidden />
            Admin
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        {TEXT_ENTRIES.filter((entry) => entry !== RULES_ENTRY || ruleTabs.length > 0).map(
          ({ label, icon: Icon, to }) => (
            <DropdownMenuItem key={to} asChild>
              <Link to={to}>
                <Icon aria-hidden />
                {label}
              </Link>
            </DropdownMenuItem>
          ),
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden />
          Log Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
