import { Check, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { SOLVED_WORD_MAX } from "#shared/constants/thread.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket, TicketEntry } from "#shared/schemas/tickets.ts";
import { CLOSING } from "#shared/thread-messages.ts";

/** Whether somebody is asked if their ticket is solved: another closed it, and nobody has said so. */
export const isAskedIfSolved = (
  { status, createdBy, solved, mergedInto }: Ticket,
  { id }: CurrentUser,
  history: readonly TicketEntry[],
): boolean => {
  if (status !== "closed" || createdBy !== id || solved !== null || mergedInto !== null)
    return false;
  const closing = history.findLast(({ act }) => act === "closed");
  // One that silence closed has its opener as actor, who was not there.
  return closing !== undefined && (closing.actor.id !== id || closing.silentDays !== undefined);
};

/** Asks whoever opened a ticket, once it was closed for them, whether it is solved: one tap says so. */
export const SolvedQuestion = ({ ticketId }: { ticketId: number }) => {
  const utils = trpc.useUtils();
  const [word, setWord] = useState("");
  const id = useId();
  const say = trpc.tickets.saySolved.useMutation({
    onSuccess: (changed) => {
      utils.tickets.byId.setData({ id: ticketId }, changed);
      toast("success", CLOSING.thanks);
    },
    onError: (failure) => toast("error", messageOf(failure) ?? CLOSING.sayFailed),
    onSettled: () =>
      Promise.all([
        utils.tickets.byId.invalidate({ id: ticketId }),
        utils.tickets.list.invalidate(),
      ]),
  });
  const send = (solved: boolean) =>
    say.mutate({ id: ticketId, solved, word: word.trim() === "" ? null : word.trim() });
  return (
    <fieldset className="mb-3 grid gap-x-3 gap-y-2 border-b border-ground-700 pb-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center">
      <legend className="contents">
        <span className="font-semibold text-ink">{CLOSING.question}</span>
      </legend>
      <label htmlFor={id} className="sr-only">
        {CLOSING.word}
      </label>
      <Input
        id={id}
        placeholder={CLOSING.word}
        maxLength={SOLVED_WORD_MAX}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button isBusy={say.isPending && say.variables.solved} onClick={() => send(true)}>
          <Check aria-hidden />
          {CLOSING.solved}
        </Button>
        <Button
          variant="outline"
          isBusy={say.isPending && !say.variables.solved}
          onClick={() => send(false)}
        >
          <X aria-hidden />
          {CLOSING.unsolved}
        </Button>
      </div>
    </fieldset>
  );
};
