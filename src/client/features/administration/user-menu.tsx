import { Link } from "@tanstack/react-router";
import {
  Coins,
  EllipsisVertical,
  History,
  LogOut,
  ReceiptText,
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
import { type UserAct, userName } from "./user-acts.ts";

type UserMenuProps = {
  user: AdminUser;
  /** Whether it is one's own row: one's own account is closed in the settings. */
  isOwn: boolean;
  onEditPoints: () => void;
  onAct: (act: UserAct) => void;
};

/** The dots of a row: what an Admin does less often. */
export const UserMenu = ({ user, isOwn, onEditPoints, onAct }: UserMenuProps) => {
  /** Asked once the menu has gone and its button has the focus, to which the dialog gives it back. */
  const next = useRef<(() => void) | null>(null);
  const choose = (act: () => void) => () => {
    next.current = act;
  };
  return (
    <DropdownMenu modal={false}>
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
        <DropdownMenuItem onSelect={choose(onEditPoints)}>
          <Coins aria-hidden />
          Edit Points
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/member/points" search={{ user: user.id }}>
            <ReceiptText aria-hidden />
            Statement
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/member/admin/audit" search={{ whom: user.id }}>
            <History aria-hidden />
            Audit Log
          </Link>
        </DropdownMenuItem>
        {!isOwn && (
          <>
            <DropdownMenuSeparator />
            {user.active && (
              <DropdownMenuItem onSelect={choose(() => onAct("endSessions"))}>
                <LogOut aria-hidden />
                End Sessions
              </DropdownMenuItem>
            )}
            {user.active ? (
              <DropdownMenuItem onSelect={choose(() => onAct("deactivate"))}>
                <UserRoundX aria-hidden />
                Deactivate
              </DropdownMenuItem>
            ) : (
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
