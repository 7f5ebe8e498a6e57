import { Link } from "@tanstack/react-router";
import { Lock, Settings2 } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { LoadFailed } from "#client/components/panels.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Combobox } from "#client/components/ui/combobox.tsx";
import { Dialog, DialogContent, DialogTitle } from "#client/components/ui/dialog.tsx";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { shownValue } from "#shared/constants/tickets.ts";
import { SAVED_REPLY_SCREEN } from "#shared/desk-messages.ts";
import { fillReply } from "#shared/rules/written-text.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { SavedReply } from "#shared/schemas/desk.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";

/**
 * Puts a text into a box as if it were typed where the caret is, so that whatever watches the box hears of
 * it; the caret comes to stand behind it.
 */
export const insertText = (box: HTMLTextAreaElement, text: string): void => {
  box.focus({ preventScroll: true });
  const { selectionStart, selectionEnd } = box;
  box.setRangeText(text, selectionStart, selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  box.scrollTop = box.scrollHeight;
};

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Those that contain every word, in title or text; where a title does it comes first. */
export const matching = (replies: readonly SavedReply[], search: string): SavedReply[] => {
  const words = wordsOf(search);
  const has = (text: string) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  const found = replies.filter(({ title, text }) => has(`${title} ${text}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
};

/** Fills the placeholders of a reply with what they stand for on a ticket. */
export const useFilled = (ticket: Ticket, user: CurrentUser) => {
  const { tickets, brand } = useSite();
  return useMemo(() => {
    const creator = ticket.assignedUsers.find(({ id }) => id === ticket.createdBy);
    const values = {
      name: creator?.firstName ?? "",
      ticket: `#${ticket.id}`,
      subject: ticket.subject,
      category: shownValue(tickets, "category", ticket.category),
      game: shownValue(tickets, "game", ticket.game),
      server: ticket.server,
      helper: user.firstName,
      community: brand.name,
    };
    return (text: string) => fillReply(text, values);
  }, [ticket, user.firstName, tickets, brand.name]);
};

/** The replies that one may use, once they are wanted. */
export const useReplies = (isWanted: boolean) =>
  trpc.savedReplies.list.useQuery(undefined, { enabled: isWanted });

type ReplyPickerProps = {
  isOpen: boolean;
  /** Fills in what the placeholders of a text stand for. */
  fill: (text: string) => string;
  onClose: () => void;
  /** Told what was chosen, filled in, once the focus may go elsewhere. */
  onChoose: (text: string) => void;
};

/** Chooses a saved reply by the keyboard: one types, moves with arrows, and Enter takes it. */
export const ReplyPicker = ({ isOpen, fill, onClose, onChoose }: ReplyPickerProps) => {
  const id = useId();
  const { savedReplies } = trpc.useUtils();
  const [search, setSearch] = useState("");
  const chosen = useRef<string | null>(null);
  const replies = useReplies(isOpen);
  const noteUse = trpc.savedReplies.noteUse.useMutation({
    // Now, and not when they are next asked for: their order must not change under Enter.
    onSettled: () => savedReplies.list.prefetch(undefined, { staleTime: 0 }),
  });
  const found = matching(replies.data ?? [], search);
  const choose = (reply: SavedReply) => {
    chosen.current = fill(reply.text);
    noteUse.mutate({ id: reply.id });
    onClose();
  };
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        className="max-w-xl p-5 sm:p-6"
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          setSearch("");
          const text = chosen.current;
          chosen.current = null;
          if (text === null) return;
          event.preventDefault();
          onChoose(text);
        }}
      >
        <DialogTitle className="headline pr-12 text-3xl">{SAVED_REPLY_SCREEN.choose}</DialogTitle>
        <label htmlFor={id} className="sr-only">
          {SAVED_REPLY_SCREEN.search}
        </label>
        <div className="mt-4">
          <Combobox
            id={id}
            items={found}
            itemKey={(reply) => String(reply.id)}
            listLabel={SAVED_REPLY_SCREEN.list}
            text={search}
            onText={setSearch}
            isBehind={false}
            isBusy={replies.isPending}
            look="inline"
            onChoose={choose}
            input={{
              placeholder: SAVED_REPLY_SCREEN.search,
              maxLength: LENGTHS.search,
              autoComplete: "off",
            }}
            placeholder={
              <div className="grid h-full place-items-center p-5 text-center text-muted">
                {replies.isError ? (
                  <LoadFailed
                    message={SAVED_REPLY_SCREEN.loadFailed}
                    isRetrying={replies.isFetching}
                    onRetry={() => void replies.refetch()}
                  />
                ) : (
                  replies.isSuccess &&
                  (replies.data.length === 0 ? SAVED_REPLY_SCREEN.none : SAVED_REPLY_SCREEN.noMatch)
                )}
              </div>
            }
          >
            {({ title, text, isShared }) => (
              <span className="min-w-0 flex-1 py-2">
                <span className="flex items-center gap-2 font-semibold">
                  <span className="truncate">{title}</span>
                  {!isShared && (
                    <span className="inline-flex shrink-0 items-center gap-1 text-xs font-medium text-faint">
                      <Lock className="size-3" aria-hidden />
                      {SAVED_REPLY_SCREEN.private}
                    </span>
                  )}
                </span>
                <span className="line-clamp-2 text-sm text-muted">{fill(text)}</span>
              </span>
            )}
          </Combobox>
        </div>
        <div className="mt-4 flex justify-end">
          <Button asChild variant="ghost" size="sm">
            <Link to="/member/tickets/saved-replies">
              <Settings2 aria-hidden />
              {SAVED_REPLY_SCREEN.manage}
            </Link>
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
};
