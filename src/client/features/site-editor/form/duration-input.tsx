import { useState } from "react";
import { Input, NativeSelect } from "#client/components/ui/field.tsx";
import { DURATION_UNITS } from "#shared/site-messages.ts";
import { asText, type Json } from "./content.ts";
import { type InputProps, useFacts, useForm } from "./context.ts";
import { Labelled, numberFrom } from "./simple-inputs.tsx";

/** Minutes of each unit. */
const MINUTES = { minutes: 1, hours: 60, days: 24 * 60 } as const;
type Unit = keyof typeof MINUTES;
const UNITS = Object.keys(MINUTES) as readonly Unit[];

/** The greatest unit of which it is so many, or so many and a half. */
const unitOf = (minutes: unknown): Unit =>
  UNITS.findLast(
    (unit) =>
      typeof minutes === "number" &&
      minutes >= MINUTES[unit] &&
      minutes % (MINUTES[unit] / 2) === 0,
  ) ?? "minutes";

/** So many minutes in a unit, as text; what is no number yet stays as it was typed. */
const shownIn = (unit: Unit, minutes: Json | undefined): string =>
  typeof minutes === "number"
    ? String(Number((minutes / MINUTES[unit]).toFixed(6)))
    : asText(minutes);

/** What was typed, in whole minutes. */
const minutesFrom = (unit: Unit, text: string): Json | undefined => {
  const number = numberFrom(text);
  return typeof number === "number" ? Math.round(number * MINUTES[unit]) : number;
};

/** How long, with the unit in which it is told. */
export const DurationInput = ({ field, path, value }: InputProps<"duration">) => {
  const { set } = useForm();
  const { usual } = useFacts(path);
  const [unit, setUnit] = useState(() => unitOf(value ?? usual));
  /** What stands in the box while it means the value: "1.50" stays so. */
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && minutesFrom(unit, typed) === value;
  const text = isTyped ? typed : shownIn(unit, value);
  const change = (next: string, to: Unit) => {
    setTyped(next);
    setUnit(to);
    set(path, minutesFrom(to, next));
  };
  return (
    <Labelled field={field} path={path}>
      {(given) => (
        <div className="flex max-w-80 gap-2">
          <Input
            {...given}
            inputMode="decimal"
            autoComplete="off"
            className="min-w-0 flex-1 tabular-nums"
            value={text}
            placeholder={typeof usual === "number" ? shownIn(unit, usual) : undefined}
            maxLength={20}
            onChange={({ currentTarget }) => change(currentTarget.value, unit)}
          />
          <NativeSelect
            aria-label={`${field.label}: ${DURATION_UNITS.label}`}
            className="w-40 shrink-0"
            value={unit}
            onChange={({ currentTarget }) =>
              change(text, UNITS.find((one) => one === currentTarget.value) ?? unit)
            }
          >
            {UNITS.map((one) => (
              <option key={one} value={one}>
                {DURATION_UNITS.names[one]}
              </option>
            ))}
          </NativeSelect>
        </div>
      )}
    </Labelled>
  );
};
