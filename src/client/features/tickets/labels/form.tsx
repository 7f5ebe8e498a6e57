import { useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { LABEL_COLOURS, LABEL_NAME_MAX, type LabelColour } from "#shared/constants/queue.ts";
import { COLOUR_NAMES, LABEL_SCREEN, QUEUE_SCREEN } from "#shared/queue-messages.ts";
import type { Label, NewLabel } from "#shared/schemas/queue.ts";

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
