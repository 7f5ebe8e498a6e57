import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { browserStorage } from "#client/lib/storage.ts";
import { LISTS } from "#shared/list-messages.ts";
import { countedName } from "#shared/rules/lines.ts";
import { dayAfter, localTime } from "#shared/rules/local-time.ts";
import { CountBadge } from "./marks.tsx";
import { Button } from "./ui/button.tsx";
import { Field, Input, NativeSelect } from "./ui/field.tsx";

type FilterBarProps = {
  /** Always there, such as the search box. */
  lead: ReactNode;
  /** Everything by which the list can be narrowed besides; undefined for what narrows nothing now. */
  narrowing: readonly unknown[];
  /** What is seldom needed: behind the button at every width. */
  seldom?: ReactNode;
  /** The button that clears all of it, where there is one. */
  clear?: ReactNode;
  /** What narrows the list now, each to be taken away by itself; below the line. */
  chips?: readonly FilterChip[];
  children: ReactNode;
};

export type FilterChip = { text: string; onRemove: () => void };

/** Where a key is typed, and means itself. */
const TYPED_IN = ["input", "textarea", "select", "[role=dialog]", "[role=alertdialog]"].join(",");

export const SLASH_KEY = "slashKey";

/** Whether / leads to the search in this browser: who speaks to the computer may not want that. */
export const isSlashOn = (): boolean => browserStorage.getItem(SLASH_KEY) !== "off";
export const setSlash = (isOn: boolean): void =>
  isOn ? browserStorage.removeItem(SLASH_KEY) : void browserStorage.setItem(SLASH_KEY, "off");

/** The key / leads to the first field of the filters, as in many programs. */
const useSlash = (bar: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (key !== "/" || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (!isSlashOn()) return;
      if (target instanceof Element && target.closest(TYPED_IN) !== null) return;
      const field = bar.current?.querySelector<HTMLElement>("input, select");
      if (field == null) return;
      event.preventDefault();
      field.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [bar]);
};

/**
 * By what a list is narrowed, in one line. Where there is no room for all of it, `lead` alone stays
 * beside a button that opens the rest and says how much of it narrows the list.
 */
export const FilterBar = ({ lead, narrowing, seldom, clear, chips, children }: FilterBarProps) => {
  const id = useId();
  const bar = useRef<HTMLElement>(null);
  useSlash(bar);
  const [isOpen, setIsOpen] = useState(false);
  const count = narrowing.filter((value) => value !== undefined).length;
  return (
    <search
      ref={bar}
      className="@container relative z-10 mt-3 block @3xl:[&_:is(input,select)]:text-sm [&_:is(input,select)]:h-11 [&_select]:pr-9 [&_select]:pl-3.5"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">{lead}</div>
        <Button
          variant="outline"
          className={cn("@3xl:order-1 @3xl:px-3!", seldom === undefined && "@3xl:hidden")}
          aria-expanded={isOpen}
          aria-controls={id}
          title={LISTS.filters}
          aria-label={countedName(LISTS.filters, count, LISTS.active)}
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden />
          <span className="@3xl:sr-only">{LISTS.filters}</span>
          <CountBadge count={count} />
        </Button>
        <div
          id={id}
          className={cn(
            "basis-full grid-cols-2 items-center gap-2 @3xl:contents",
            isOpen ? "grid" : "hidden",
          )}
        >
          {children}
          {seldom !== undefined && (
            <div
              className={cn(
                "contents @3xl:order-2 @3xl:basis-full @3xl:items-center @3xl:gap-4",
                isOpen ? "@3xl:flex" : "@3xl:hidden",
              )}
            >
              {seldom}
            </div>
          )}
          {clear}
        </div>
      </div>
      {chips !== undefined && chips.length > 0 && (
        <ul aria-label={LISTS.filters} className="mt-2 flex flex-wrap gap-2">
          {chips.map(({ text, onRemove }) => (
            <li key={text}>
              {/* Paper says what it leaves out; there is nothing to press on it. */}
              <span className="hidden print:inline">{text}</span>
              <button
                type="button"
                className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-accent/50 bg-accent/10 px-3 text-sm text-accent-strong transition-colors hover:border-accent max-md:min-h-11"
                onClick={onRemove}
              >
                <span>
                  <span className="sr-only">{LISTS.remove} </span>
                  {text}
                </span>
                <X className="size-3.5" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
};

type SelectFilterProps<Option extends string> = {
  label: string;
  /** Undefined while it narrows nothing. */
  value: Option | undefined;
  /** The first choice, which narrows nothing. */
  all: string;
  options: readonly Option[];
  /** What each option is called. */
  names: Readonly<Record<Option, string>>;
  onChange: (option: string | undefined) => void;
  className?: string;
};

/** One of several choices, or all of them. */
export const SelectFilter = <Option extends string>({
  label,
  value,
  all,
  options,
  names,
  onChange,
  className,
}: SelectFilterProps<Option>) => (
  <Field isCompact label={label} className={className}>
    {(control) => (
      <NativeSelect
        {...control}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </NativeSelect>
    )}
  </Field>
);

type DayFilterProps = {
  label: string;
  /** "2026-12-01"; undefined for none. */
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  /** The first and the last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  title?: string;
  className?: string;
};

/** The first or the last day of a period. */
export const DayFilter = ({ label, value, onChange, className, ...field }: DayFilterProps) => (
  <Field isCompact label={label} className={className}>
    {(control) => (
      <Input
        {...control}
        {...field}
        type="date"
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    )}
  </Field>
);

const PERIODS = { "1": "Today", "7": "Last 7 days", "30": "Last 30 days" } as const;
type Period = keyof typeof PERIODS;

/** The first day of a period that ends today: "2026-12-01". */
const firstDayOf = (period: Period, timeZone?: string): string =>
  dayAfter(localTime(Date.now(), timeZone).day, 1 - Number(period));

type Days = { from: string | undefined; to: string | undefined };

type PeriodFilterProps = {
  /** What lies in the period, where that has to be said. */
  label?: string;
  /** The first and the last day; undefined for none. */
  from: Days["from"];
  to: Days["to"];
  onChange: (period: { from: string | undefined; to: undefined }) => void;
  /** Whose days they are; the reader's own without it. */
  timeZone?: string;
  className?: string;
};

/** The periods that are asked for most, until today. */
export const PeriodFilter = ({
  label = LISTS.period,
  from,
  to,
  onChange,
  timeZone,
  className,
}: PeriodFilterProps) => {
  const known = Object.keys(PERIODS) as Period[];
  const isUntilToday = from !== undefined && to === undefined;
  const value = known.find((days) => isUntilToday && from === firstDayOf(days, timeZone));
  const isOwn = value === undefined && (from !== undefined || to !== undefined);
  return (
    <SelectFilter
      label={label}
      className={className}
      value={value}
      all={isOwn ? LISTS.ownPeriod : LISTS.anyTime}
      options={known}
      names={PERIODS}
      onChange={(chosen) => {
        const period = known.find((days) => days === chosen);
        onChange({ from: period && firstDayOf(period, timeZone), to: undefined });
      }}
    />
  );
};

/** One of these periods, or its first and last day. */
export const PeriodFields = ({
  days: { from, to },
  onChange,
}: {
  days: Days;
  onChange: (days: Partial<Days>) => void;
}) => (
  <>
    <PeriodFilter className="@3xl:w-36" from={from} to={to} onChange={onChange} />
    <DayFilter
      label="From"
      className="@3xl:w-34"
      value={from}
      onChange={(day) => onChange({ from: day })}
    />
    <DayFilter
      label="To"
      className="@3xl:w-34"
      value={to}
      onChange={(day) => onChange({ to: day })}
    />
  </>
);
