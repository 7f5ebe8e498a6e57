import { Link } from "@tanstack/react-router";
import {
  AtSign,
  Coins,
  EllipsisVertical,
  Gift,
  History,
  KeyRound,
  LogOut,
  MailCheck,
  MailPlus,
  ReceiptText,
  ShieldOff,
  ShieldPlus,
  UserRoundCheck,
  UserRoundX,
} from "lucide-react";
import { useRef } from "react";
import { Button } from "#client/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#client/components/ui/dropdown-menu.tsx";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { TEAM_SCREEN } from "#shared/team-screen-messages.ts";
import { preloadDialogs } from "./lazy-dialogs.ts";
import { type Help, useHelpsFor } from "./use-help.tsx";
import { type UserAct, userName, useUserActs } from "./user-acts.ts";

const HELP_ICONS = {
  confirmAddress: MailCheck,
  resendVerification: MailPlus,
  changeAddress: AtSign,
  makePasswordLink: KeyRound,
  resetSecondFactor: ShieldOff,
  giveTier: Gift,
} as const;

/** What stands beside the menu. */
const HAVE_A_BUTTON: ReadonlySet<string> = new Set(["mayPromote", "mayDemote"]);

/** Between what there is; nothing stands before the first. */
const Separator = () => <DropdownMenuSeparator className="first:hidden" />;

type UserMenuProps = {
  user: AdminUser;
  /** Whether it is one's own row: one's own account is closed in the settings. */
  isOwn: boolean;
  onEditPoints: () => void;
  onAct: (act: UserAct) => void;
  onHelp: (help: Help) => void;
  onGiveRole: () => void;
};

/** The dots of a row: what is done less often, as far as whoever looks may do it. */
export const UserMenu = ({
  user,
  isOwn,
  onEditPoints,
  onAct,
  onHelp,
  onGiveRole,
}: UserMenuProps) => {
  /** Asked once the menu has gone and its button has the focus, to which the dialog gives it back. */
  const next = useRef<(() => void) | null>(null);
  const choose = (act: () => void) => () => {
    next.current = act;
  };
  const helps = useHelpsFor(user, isOwn);
  const acts = useUserActs(user, isOwn);
  const isNothing =
    helps.length === 0 &&
    Object.entries(acts).every(([name, may]) => !may || HAVE_A_BUTTON.has(name));
  // A menu that would be empty is none.
  if (isNothing) return null;
  return (
    <DropdownMenu modal={false} onOpen={preloadDialogs}>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="max-md:size-11"
          aria-label={`More about ${userName(user)}`}
        >
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        onCloseAutoFocus={() => {
          const act = next.current;
          next.current = null;
          // The focus moves to the button right after this.
          if (act !== null) queueMicrotask(act);
        }}
      >
        {acts.mayChangePoints && (
          <DropdownMenuItem onSelect={choose(onEditPoints)}>
            <Coins aria-hidden />
            Edit Points
          </DropdownMenuItem>
        )}
        {acts.mayReadStatement && (
          <DropdownMenuItem asChild>
            <Link to="/member/points" search={{ user: user.id }}>
              <ReceiptText aria-hidden />
              Statement
            </Link>
          </DropdownMenuItem>
        )}
        {acts.mayReadAudit && (
          <DropdownMenuItem asChild>
            <Link to="/member/admin/audit" search={{ whom: user.id }}>
              <History aria-hidden />
              Audit Log
            </Link>
          </DropdownMenuItem>
        )}
        {acts.mayGiveRole && (
          <DropdownMenuItem onSelect={choose(onGiveRole)}>
            <ShieldPlus aria-hidden />
            {TEAM_SCREEN.give}
          </DropdownMenuItem>
        )}
        {helps.length > 0 && <Separator />}
        {helps.map(({ act, label }) => {
          const Icon = HELP_ICONS[act];
          return (
            <DropdownMenuItem key={act} onSelect={choose(() => onHelp({ act }))}>
              <Icon aria-hidden />
              {label}
            </DropdownMenuItem>
          );
        })}
        {(acts.mayEndSessions || acts.mayDeactivate || acts.mayReactivate) && (
          <>
            <Separator />
            {acts.mayEndSessions && (
              <DropdownMenuItem onSelect={choose(() => onAct("endSessions"))}>
                <LogOut aria-hidden />
                End Sessions
              </DropdownMenuItem>
            )}
            {acts.mayDeactivate && (
              <DropdownMenuItem onSelect={choose(() => onAct("deactivate"))}>
                <UserRoundX aria-hidden />
                Deactivate
              </DropdownMenuItem>
            )}
            {acts.mayReactivate && (
              <DropdownMenuItem onSelect={choose(() => onAct("reactivate"))}>
                <UserRoundCheck aria-hidden />
                Reactivate
              </DropdownMenuItem>
            )}
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
};
