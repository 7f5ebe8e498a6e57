import { type Ref, useId } from "react";
import { Checkbox, Label } from "./ui/field.tsx";

type Choice<T extends string> = { value: T; label: string; text?: string };

const Option = <T extends string>({
  choice: { label, text },
  isChosen,
  onChange,
  checkboxRef,
}: {
  choice: Choice<T>;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
  checkboxRef?: Ref<HTMLButtonElement> | undefined;
}) => {
  const id = useId();
  return (
    <div className="flex min-h-9 items-start gap-3 py-1">
      <Checkbox
        ref={checkboxRef}
        id={id}
        checked={isChosen}
        aria-describedby={text === undefined ? undefined : `${id}-text`}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <div className="min-w-0">
        <Label htmlFor={id}>{label}</Label>
        {text !== undefined && (
          <p id={`${id}-text`} className="text-sm text-muted">
            {text}
          </p>
        )}
      </div>
    </div>
  );
};

type ChoicesProps<T extends string> = {
  legend: string;
  choices: readonly Choice<T>[];
  chosen: readonly T[];
  /** What is wrong; null while all is well. */
  error: string | null;
  onChange: (chosen: readonly T[]) => void;
  /** Takes the first choice, to give it the focus. */
  firstRef: Ref<HTMLButtonElement>;
};

/** Some of a few things, each with what it means. */
export const Choices = <T extends string>({
  legend,
  choices,
  chosen,
  error,
  onChange,
  firstRef,
}: ChoicesProps<T>) => {
  const id = useId();
  return (
    <fieldset aria-describedby={error === null ? undefined : id}>
      <legend className="text-[0.95rem] font-semibold">{legend}</legend>
      <div className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {choices.map((choice, index) => (
          <Option
            key={choice.value}
            choice={choice}
            checkboxRef={index === 0 ? firstRef : undefined}
            isChosen={chosen.includes(choice.value)}
            onChange={(isChosen) =>
              onChange(
                isChosen
                  ? [...chosen, choice.value]
                  : chosen.filter((value) => value !== choice.value),
              )
            }
          />
        ))}
      </div>
      {error !== null && (
        <p id={id} className="mt-2 text-sm font-medium text-ember">
          {error}
        </p>
      )}
    </fieldset>
  );
};
