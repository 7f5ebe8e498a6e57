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
import { Suspense, useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#client/components/ui/dropdown-menu.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { TEAM_SCREEN } from "#shared/people-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import {
  type Help,
  MakerKeys,
  preloadDialogs,
  useHelpsFor,
  USER_ACTS,
  type UserAct,
  userName,
  useUserActs,
} from "./user-acts.tsx";

/**
 * Does what an Admin has confirmed about a member, and says so in a toast.
 * @param act which of them is asked about.
 * @param onDone the question is answered.
 */
const useUserAct = (act: UserAct, onDone: () => void) => {
  const { administration } = trpc.useUtils();
  const { promote, demote, deactivate, reactivate, endSessions } = trpc.administration;
  const options = {
    onSuccess: (sentence: string) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onSettled: () => administration.invalidate(),
  };
  const mutations = {
    promote: promote.useMutation(options),
    demote: demote.useMutation(options),
    deactivate: deactivate.useMutation(options),
    reactivate: reactivate.useMutation(options),
    endSessions: endSessions.useMutation(options),
  };
  const { mutate, reset, isPending, error } = mutations[act];
  return {
    mutate,
    reset,
    isPending,
    /** The server's reason where it has one. */
    problem: error === null ? null : (messageOf(error) ?? USER_ACTS[act].failed),
  };
};

/** Asks before an act. What was asked last stays readable while the question fades out. */
export const useQuestion = () => {
  const [asked, setAsked] = useState<{ act: UserAct; user: AdminUser } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [keptKeyIds, setKeptKeyIds] = useState<readonly string[]>([]);
  const me = useSession();
  const isOwn = asked !== null && asked.user.id === me?.id;
  const close = () => setIsAsking(false);
  const act = asked?.act ?? "promote";
  const { mutate, reset, isPending, problem } = useUserAct(act, close);
  const ask = (next: UserAct, user: AdminUser) => {
    reset();
    setKeptKeyIds([]);
    setAsked({ act: next, user });
    setIsAsking(true);
  };
  const { title, text, action, isDangerous, endsKeys } = USER_ACTS[act];
  const dialog = asked !== null && (
    <ConfirmDialog
      isOpen={isAsking}
      title={title}
      text={
        <>
          <p>{text}</p>
          <p className="font-semibold wrap-anywhere text-ink">
            {userName(asked.user)} ({fullName(asked.user.profile)})
          </p>
          {endsKeys && !isOwn && (
            <Suspense>
              <MakerKeys userId={asked.user.id} keptKeyIds={keptKeyIds} onChange={setKeptKeyIds} />
            </Suspense>
          )}
          {endsKeys && isOwn && <p>{ADMINISTRATION.ownKeysEnd}</p>}
        </>
      }
      action={action}
      isDangerous={isDangerous}
      isBusy={isPending}
      error={problem}
      onConfirm={() => mutate({ id: asked.user.id, keptKeyIds: [...keptKeyIds] })}
      onClose={close}
    />
  );
  return { ask, dialog };
};

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
