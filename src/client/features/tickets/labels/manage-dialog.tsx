import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { LabelDot } from "#client/features/tickets/queue/row.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LABEL_COLOURS, LABEL_NAME_MAX, type LabelColour } from "#shared/constants/queue.ts";
import { COLOUR_NAMES, LABEL_SCREEN, QUEUE_SCREEN } from "#shared/desk-messages.ts";
import type { Label, NewLabel } from "#shared/schemas/desk.ts";

type LabelFormProps = {
  /** The one that is changed; null for a new one. */
  label: Label | null;
  isBusy: boolean;
  onSave: (said: NewLabel) => void;
  onCancel?: () => void;
};

/** Name and colour of a label. */
export const LabelForm = ({ label, isBusy, onSave, onCancel }: LabelFormProps) => {
  const [name, setName] = useState(label?.name ?? "");
  const [colour, setColour] = useState<LabelColour>(label?.colour ?? "blue");
  return (
    <form
      aria-label={label === null ? QUEUE_SCREEN.newLabel : LABEL_SCREEN.edit(label.name)}
      className="grid gap-3 py-1 sm:grid-cols-[minmax(0,1fr)_8rem] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && !isBusy) onSave({ name: name.trim(), colour });
      }}
    >
      <Field label={label === null ? QUEUE_SCREEN.newLabel : LABEL_SCREEN.name}>
        {(field) => (
          <Input
            {...field}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The pencil was pressed to type here.
            autoFocus={label !== null}
            value={name}
            maxLength={LABEL_NAME_MAX}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <NativeSelect
        aria-label={QUEUE_SCREEN.colour}
        value={colour}
        onChange={(event) => setColour(event.target.value as LabelColour)}
      >
        {LABEL_COLOURS.map((one) => (
          <option key={one} value={one}>
            {COLOUR_NAMES[one]}
          </option>
        ))}
      </NativeSelect>
      <div className="flex gap-2 sm:col-span-2 sm:justify-end">
        {onCancel !== undefined && (
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            onClick={onCancel}
          >
            {LABEL_SCREEN.cancel}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          variant={label === null ? "outline" : "primary"}
          className="max-md:h-11"
          isBusy={isBusy}
        >
          {label === null ? QUEUE_SCREEN.make : LABEL_SCREEN.save}
        </Button>
      </div>
    </form>
  );
};

/** What was made of labels shows wherever they stand. */
const useRefreshed = () => {
  const { queue } = trpc.useUtils();
  return () =>
    Promise.all([
      queue.labels.invalidate(),
      queue.list.invalidate(),
      queue.facts.invalidate(),
      queue.labelUse.invalidate(),
    ]);
};

/** Asks before a label is removed, and says on how many tickets it is. */
const RemoveLabel = ({ label, onClose }: { label: Label; onClose: (isGone: boolean) => void }) => {
  const refresh = useRefreshed();
  const use = trpc.queue.labelUse.useQuery({ id: label.id }, { staleTime: 0 });
  const remove = trpc.queue.removeLabel.useMutation({
    onSuccess: () => {
      toast("success", LABEL_SCREEN.removed(label.name));
      onClose(true);
    },
    onSettled: refresh,
  });
  return (
    <ConfirmDialog
      isOpen
      title={LABEL_SCREEN.removeTitle(label.name)}
      text={
        <p>
          {use.data === undefined && !use.isError
            ? LABEL_SCREEN.counting
            : LABEL_SCREEN.removeText(use.data?.tickets ?? null)}
        </p>
      }
      action={LABEL_SCREEN.remove}
      isBusy={remove.isPending}
      isBlocked={use.isPending}
      error={remove.isError ? (messageOf(remove.error) ?? LABEL_SCREEN.failed) : null}
      onConfirm={() => remove.mutate({ id: label.id })}
      onClose={() => onClose(false)}
    />
  );
};

type RowProps = { label: Label; onEdit: () => void; onRemove: () => void };

const Row = ({ label: { name, colour }, onEdit, onRemove }: RowProps) => (
  <div className="flex min-h-12 items-center gap-3">
    <LabelDot colour={colour} />
    <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
    <Button
      variant="ghost"
      size="icon"
      className="max-md:size-11"
      aria-label={LABEL_SCREEN.edit(name)}
      onClick={onEdit}
    >
      <Pencil aria-hidden />
    </Button>
    <Button
      variant="ghost"
      size="icon"
      className="max-md:size-11"
      aria-label={LABEL_SCREEN.removeOf(name)}
      onClick={onRemove}
    >
      <Trash2 aria-hidden />
    </Button>
  </div>
);

const Labels = () => {
  const refresh = useRefreshed();
  const heading = useRef<HTMLHeadingElement>(null);
  const labels = trpc.queue.labels.useQuery();
  const [editedId, setEditedId] = useState<number | null>(null);
  const [asked, setAsked] = useState<Label | null>(null);
  /** Each new label gets an empty form. */
  const [made, setMade] = useState(0);
  const change = trpc.queue.changeLabel.useMutation({
    onSuccess: () => setEditedId(null),
    onError: (error) => toast("error", messageOf(error) ?? LABEL_SCREEN.failed),
    onSettled: refresh,
  });
  const make = trpc.queue.makeLabel.useMutation({
    onSuccess: () => setMade((count) => count + 1),
    onError: (error) => toast("error", messageOf(error) ?? LABEL_SCREEN.failed),
    onSettled: refresh,
  });
  return (
    <div className="overflow-y-auto p-6">
      <DialogTitle ref={heading} tabIndex={-1} className="headline pr-10 text-2xl outline-none">
        {LABEL_SCREEN.title}
      </DialogTitle>
      <DialogDescription className="mt-1 mb-3 text-muted">{LABEL_SCREEN.about}</DialogDescription>
      {labels.data === undefined ? (
        labels.isError ? (
          <LoadFailed
            message={LABEL_SCREEN.loadFailed}
            isRetrying={labels.isFetching}
            onRetry={() => void labels.refetch()}
          />
        ) : (
          <Skeleton className="h-24" />
        )
      ) : labels.data.length === 0 ? (
        <p className="py-3 text-muted">{LABEL_SCREEN.none}</p>
      ) : (
        <ul aria-label={LABEL_SCREEN.title} className="divide-y divide-ground-700">
          {labels.data.map((label) => (
            <li key={label.id} className="py-1">
              {editedId === label.id ? (
                <LabelForm
                  label={label}
                  isBusy={change.isPending}
                  onSave={(said) => change.mutate({ id: label.id, ...said })}
                  onCancel={() => setEditedId(null)}
                />
              ) : (
                <Row
                  label={label}
                  onEdit={() => setEditedId(label.id)}
                  onRemove={() => setAsked(label)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 border-t border-ground-700 pt-4">
        <LabelForm
          key={made}
          label={null}
          isBusy={make.isPending}
          onSave={(said) => make.mutate(said)}
        />
      </div>
      {asked !== null && (
        <RemoveLabel
          label={asked}
          onClose={(isGone) => {
            setAsked(null);
            // The button that was pressed is gone.
            if (isGone) requestAnimationFrame(() => heading.current?.focus());
          }}
        />
      )}
    </div>
  );
};

/** All labels of the team, to add to, rename, recolour and remove. */
export const LabelsDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <DialogContent className="max-w-md">
      <Labels />
    </DialogContent>
  </Dialog>
);
