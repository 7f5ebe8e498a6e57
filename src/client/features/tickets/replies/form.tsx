import { useRef, useState } from "react";
import { z } from "zod/mini";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox } from "#client/components/ui/checkbox.tsx";
import { DialogClose, DialogTitle } from "#client/components/ui/dialog.tsx";
import { Field, Input, Label, Textarea } from "#client/components/ui/field.tsx";
import { refusalProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { newOnceKey } from "#client/lib/once-key.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  REPLY_PLACEHOLDERS,
  REPLY_PLACEHOLDER_NAMES,
  REPLY_TEXT_MAX,
  REPLY_TITLE_MAX,
} from "#shared/constants/saved-replies.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { unknownPlaceholder } from "#shared/rules/saved-replies.ts";
import { SAVED_REPLIES, SAVED_REPLY_SCREEN } from "#shared/saved-reply-messages.ts";
import type { SavedReply } from "#shared/schemas/saved-replies.ts";
import { insertText } from "./insert.ts";

const problemOf = (text: string): string | null => {
  if (!isSeen(text)) return SAVED_REPLY_SCREEN.textMissing;
  const unknown = unknownPlaceholder(text);
  return unknown === null
    ? null
    : `The text ${SAVED_REPLIES.unknownPlaceholder(unknown, REPLY_PLACEHOLDER_NAMES)}.`;
};

const replyForm = z.object({
  title: textThat((title) => (isSeen(title) ? null : SAVED_REPLY_SCREEN.nameMissing)),
  text: textThat(problemOf),
  isShared: z.boolean(),
});

type ReplyFormProps = {
  /** Null for a new one. */
  reply: SavedReply | null;
  onDone: () => void;
};

/** Writes a reply to keep, or changes one. */
export const ReplyForm = ({ reply, onDone }: ReplyFormProps) => {
  const { savedReplies } = trpc.useUtils();
  const [idempotencyKey] = useState(newOnceKey);
  const frame = useRef<HTMLFormElement>(null);
  const form = useForm({
    schema: replyForm,
    initial: reply ?? { title: "", text: "", isShared: true },
  });
  const wasShared = reply?.isShared === true;
  const save = trpc.savedReplies.save.useMutation({
    onSuccess: () => {
      toast("success", SAVED_REPLY_SCREEN.saved);
      void savedReplies.invalidate();
      onDone();
    },
    onError: (error) => form.refuse(error, refusalProblem(error, SAVED_REPLY_SCREEN.failed)),
  });
  const send = form.submit(({ title, text, isShared }) => {
    save.mutate({
      id: reply?.id ?? null,
      revision: reply?.revision ?? 0,
      title,
      text,
      isShared,
      ...(reply === null && { idempotencyKey }),
    });
  });
  const insert = (name: string) => {
    const box = frame.current?.querySelector("textarea");
    if (box != null) insertText(box, `{${name}}`);
  };
  return (
    <form ref={frame} onSubmit={send} noValidate className="flex min-h-0 flex-col">
      <DialogTitle className="headline p-6 pr-16 pb-4 text-4xl sm:px-8 sm:pt-8">
        {reply === null ? SAVED_REPLY_SCREEN.add : SAVED_REPLY_SCREEN.edit}
      </DialogTitle>
      <div className="grid gap-5 overflow-y-auto px-6 pt-1 pb-6 sm:px-8">
        <Field label={SAVED_REPLY_SCREEN.name} error={form.error("title")}>
          {(control) => (
            <Input
              {...control}
              {...form.field("title")}
              autoComplete="off"
              maxLength={REPLY_TITLE_MAX}
            />
          )}
        </Field>
        <Field label={SAVED_REPLY_SCREEN.text} error={form.error("text")}>
          {(control) => (
            <Textarea {...control} {...form.field("text")} maxLength={REPLY_TEXT_MAX} />
          )}
        </Field>
        <fieldset>
          <legend className="text-sm text-muted">{SAVED_REPLY_SCREEN.placeholders}</legend>
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {REPLY_PLACEHOLDER_NAMES.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  title={REPLY_PLACEHOLDERS[name]}
                  aria-label={SAVED_REPLY_SCREEN.insert(name, REPLY_PLACEHOLDERS[name])}
                  className="min-h-9 cursor-pointer rounded-md border border-ground-600 bg-ground-950/70 px-2.5 font-mono text-sm text-muted transition-colors hover:border-accent hover:text-accent-strong max-md:min-h-11"
                  onClick={() => insert(name)}
                >
                  {`{${name}}`}
                </button>
              </li>
            ))}
          </ul>
        </fieldset>
        {wasShared ? (
          <p className="text-sm text-muted">{SAVED_REPLY_SCREEN.staysShared}</p>
        ) : (
          <div className="flex items-start gap-3">
            <Checkbox
              id="reply-shared"
              aria-describedby="reply-shared-hint"
              checked={form.values.isShared}
              onCheckedChange={(checked) => form.set({ isShared: checked === true })}
            />
            <div>
              <Label htmlFor="reply-shared">{SAVED_REPLY_SCREEN.share}</Label>
              <p id="reply-shared-hint" className="text-sm text-muted">
                {SAVED_REPLY_SCREEN.shareHint}
              </p>
            </div>
          </div>
        )}
        {form.problem !== null && <Alert>{form.problem.sentence}</Alert>}
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-ground-700 p-4 sm:px-8">
        <DialogClose asChild>
          <Button variant="outline" disabled={save.isPending}>
            {SAVED_REPLY_SCREEN.cancel}
          </Button>
        </DialogClose>
        <Button type="submit" isBusy={save.isPending}>
          {SAVED_REPLY_SCREEN.save}
        </Button>
      </div>
    </form>
  );
};
