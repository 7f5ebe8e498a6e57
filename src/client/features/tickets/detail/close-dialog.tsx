import { Check, X } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/field.tsx";
import { SOLVED_WORD_MAX } from "#shared/constants/thread.ts";
import { CLOSING } from "#shared/thread-messages.ts";
import { TICKET_QUESTIONS } from "#shared/ticket-messages.ts";

type CloseDialogProps = {
  isOpen: boolean;
  /** Whether it is asked if the ticket is solved: its opener says so, and nobody for them. */
  asksIfSolved: boolean;
  isBusy: boolean;
  error: string | null;
  /** Told to close it; `solved` is null where that was not said. */
  onCloseTicket: (said: { solved: boolean | null; word: string | null }) => void;
  onClose: () => void;
};

/** Asks before a ticket is closed, and its opener whether it is solved: one tap says so and closes it. */
export const CloseDialog = ({
  isOpen,
  asksIfSolved,
  isBusy,
  error,
  onCloseTicket,
  onClose,
}: CloseDialogProps) => {
  const [word, setWord] = useState("");
  const id = useId();
  const said = word.trim() === "" ? null : word.trim();
  const close = (solved: boolean | null) => onCloseTicket({ solved, word: said });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={TICKET_QUESTIONS.closeTitle}
      text={
        <>
          <p>{asksIfSolved ? TICKET_QUESTIONS.closeText : TICKET_QUESTIONS.closeForOpener}</p>
          {asksIfSolved && (
            <fieldset className="rounded-lg border border-ground-600 px-3.5 pt-1.5 pb-3.5">
              <legend className="px-1.5 font-semibold text-ink">{CLOSING.question}</legend>
              <label htmlFor={id} className="block text-sm text-faint">
                {CLOSING.word}
              </label>
              <Input
                id={id}
                className="mt-1"
                maxLength={SOLVED_WORD_MAX}
                value={word}
                onChange={(event) => setWord(event.target.value)}
              />
              <div className="mt-3 grid grid-cols-2 gap-2 [&>button]:px-2">
                <Button variant="outline" disabled={isBusy} onClick={() => close(true)}>
                  <Check aria-hidden />
                  {CLOSING.solved}
                </Button>
                <Button variant="outline" disabled={isBusy} onClick={() => close(false)}>
                  <X aria-hidden />
                  {CLOSING.unsolved}
                </Button>
              </div>
              <p className="mt-2 text-sm text-faint">{CLOSING.answerCloses}</p>
            </fieldset>
          )}
        </>
      }
      action="Yes, Close"
      isBusy={isBusy}
      error={error}
      onConfirm={() => close(null)}
      onClose={onClose}
    />
  );
};
