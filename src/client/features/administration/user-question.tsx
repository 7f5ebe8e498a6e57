import { Suspense, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { AdminUser } from "#shared/schemas/administration.ts";
import { MakerKeys } from "./lazy-dialogs.ts";
import { USER_ACTS, type UserAct, userName } from "./user-acts.ts";

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
