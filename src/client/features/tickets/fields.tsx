import { Crown, X } from "lucide-react";
import { type ChangeEvent, type ReactNode, useId, useRef } from "react";
import { LoadFailed } from "#client/components/panels.tsx";
import { usePeopleSearch } from "#client/components/person-filter.tsx";
import { Combobox } from "#client/components/ui/combobox.tsx";
import { Field, Input, Label, NativeSelect, Textarea } from "#client/components/ui/field.tsx";
import { cn } from "#client/lib/cn.ts";
import type { Form } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import {
  shownValue,
  specOf,
  TICKET_FIELD_SPECS,
  TICKET_FIELDS,
  TICKET_PEOPLE_MAX,
  type TicketField,
  type TicketFieldSpec,
} from "#shared/constants/tickets.ts";
import { PEOPLE } from "#shared/list-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import { fullName } from "#shared/rules/lines.ts";
import { answerMax, type TicketQuestion } from "#shared/schemas/community/checks.ts";
import type { Person } from "#shared/schemas/members.ts";
import {
  TICKET_FORM,
  TICKET_PEOPLE,
  TICKET_QUESTIONS_ASKED,
  TICKET_SCREEN,
  TICKETS,
} from "#shared/ticket-messages.ts";
import { answerProblem, charactersLeft, type TicketDraft, withGame } from "./draft.ts";

type PersonChipProps = {
  person: Person;
  isCreator: boolean;
  /** Null where this person cannot be taken off. */
  onRemove: ((button: HTMLElement) => void) | null;
};

/** Somebody who was chosen. */
const PersonChip = ({ person, isCreator, onRemove }: PersonChipProps) => (
  <li
    title={isCreator ? TICKETS.creatorStays : undefined}
    className="flex min-h-9 items-center gap-2 rounded-full border border-ground-600 bg-ground-800 pl-3.5 text-[0.95rem] wrap-anywhere"
  >
    {isCreator && <Crown className="size-4 shrink-0 text-accent" aria-hidden />}
    <span className={onRemove === null ? "py-1.5 pr-3.5" : "py-1.5"}>
      {fullName(person)}
      {isCreator && <span className="sr-only">{TICKET_SCREEN.isOpener}</span>}
    </span>
    {onRemove !== null && (
      <button
        type="button"
        aria-label={`Remove ${fullName(person)}`}
        className="grid size-9 shrink-0 place-items-center rounded-full text-muted transition-colors hover:bg-ground-700 hover:text-ember focus-visible:-outline-offset-2"
        onClick={({ currentTarget }) => onRemove(currentTarget)}
      >
        <X className="size-4" aria-hidden />
      </button>
    )}
  </li>
);

type PeoplePickerProps = {
  people: readonly Person[];
  /** Whoever opened the ticket: always on it. */
  creatorId: string;
  /** False shows who is on it and nothing else. */
  isEditable: boolean;
  onChange: (people: Person[]) => void;
};

/** Chooses who is on a ticket, by name. */
export const PeoplePicker = ({ people, creatorId, isEditable, onChange }: PeoplePickerProps) => {
  const id = useId();
  const chosen = useRef<HTMLDivElement>(null);
  const { box, isOpen, found, people: offered } = usePeopleSearch(TICKET_PEOPLE_MAX * 2);
  const isFull = people.length >= TICKET_PEOPLE_MAX;
  const choices = offered.filter(
    (person) => person.id !== creatorId && people.every((chosen) => chosen.id !== person.id),
  );
  const choose = (person: Person) => {
    onChange([...people, person]);
    box.onText("");
  };
  const remove = (person: Person) =>
    onChange(people.filter(({ id: other }) => other !== person.id));
  /** The button of whoever is taken off goes away: the next one has the focus, or the box. */
  const removeByButton = (person: Person, button: HTMLElement) => {
    const stops = [...(chosen.current?.querySelectorAll<HTMLElement>("button, input") ?? [])];
    const at = stops.indexOf(button);
    (stops[at + 1] ?? stops[at - 1])?.focus({ preventScroll: true });
    remove(person);
  };
  const onBackspace = () => {
    const last = people.findLast((person) => person.id !== creatorId);
    if (box.text === "" && last !== undefined) remove(last);
  };

  return (
    <div ref={chosen} className="flex flex-col gap-2">
      {isEditable ? (
        <Label htmlFor={id}>{TICKET_PEOPLE.label}</Label>
      ) : (
        <span className="text-[0.95rem] font-semibold">{TICKET_PEOPLE.label}</span>
      )}
      {people.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {people.map((person) => (
            <PersonChip
              key={person.id}
              person={person}
              isCreator={person.id === creatorId}
              onRemove={
                isEditable && person.id !== creatorId
                  ? (button) => removeByButton(person, button)
                  : null
              }
            />
          ))}
        </ul>
      )}
      {isEditable && (
        <Combobox
          id={id}
          {...box}
          items={choices}
          itemKey={(person) => person.id}
          listLabel={PEOPLE.list}
          onChoose={choose}
          input={{
            "aria-describedby": `${id}-hint`,
            maxLength: LENGTHS.search,
            placeholder: PEOPLE.searchByName,
            disabled: isFull,
            onKeyDown: ({ key }) => key === "Backspace" && onBackspace(),
          }}
        >
          {fullName}
        </Combobox>
      )}
      {!isEditable && <p className="text-sm text-muted">{TICKETS.mayNotAssign}</p>}
      {isEditable && (
        <output id={`${id}-hint`} className="block min-h-5 text-sm text-muted">
          {isFull
            ? TICKET_PEOPLE.full(TICKET_PEOPLE_MAX)
            : found.isError
              ? PEOPLE.loadFailed
              : isOpen && found.isSuccess && choices.length === 0
                ? TICKET_PEOPLE.nobody
                : TICKET_PEOPLE.hint}
        </output>
      )}
    </div>
  );
};

const said = (left: number) => {
  const count = Math.abs(left);
  const characters = `${numberText(count)} ${count === 1 ? "character" : "characters"}`;
  return left < 0 ? `${characters} too many` : `${characters} left`;
};

/** How much more fits, once that is little. Stands beside the label, so that nothing moves. */
const CharactersLeft = ({ value, max }: { value: string; max: number }) => {
  const left = charactersLeft(value, max);
  return (
    <output
      className={cn(
        "absolute top-0 right-0 text-sm leading-6 tabular-nums",
        left !== null && left < 0 ? "font-semibold text-ember" : "text-muted",
      )}
    >
      {left !== null && said(left)}
    </output>
  );
};

type QuestionFieldsProps = {
  form: Form<TicketDraft>;
  questions: readonly TicketQuestion[];
};

/** What the chosen category asks besides; nothing for one that asks nothing. */
const QuestionFields = ({ form, questions }: QuestionFieldsProps) => {
  if (questions.length === 0) return null;
  const { answers } = form.values;
  const said = form.error("answers");
  const isWrong = form.isWrong("answers");
  const problemOf = (question: TicketQuestion) =>
    isWrong ? answerProblem(question, answers[question.key]) : null;
  const firstWrong = questions.find((question) => problemOf(question) !== null);
  // What the server found and the form did not, such as questions that have changed meanwhile.
  const elsewhere = firstWrong === undefined ? said : null;
  const focus = form.focusOf("answers");
  return (
    <div className="space-y-6">
      {questions.map((question, index) => {
        const { key, label, type, required = false, choices = [] } = question;
        const value = answers[key] ?? "";
        const problem = problemOf(question) ?? (index === 0 ? elsewhere : null);
        const takesFocus = firstWrong === undefined ? index === 0 : question === firstWrong;
        return (
          <Field
            key={key}
            label={label}
            error={problem}
            hint={required ? undefined : TICKET_QUESTIONS_ASKED.optional}
            className="relative"
          >
            {(control) => {
              const shared = {
                ...control,
                value,
                required,
                "aria-invalid": problem === null ? undefined : (true as const),
                onChange: ({ target }: ChangeEvent<{ value: string }>) =>
                  form.set({ answers: { ...answers, [key]: target.value } }),
                ...(takesFocus && { ref: focus }),
              };
              if (type === "choice")
                return (
                  <NativeSelect {...shared}>
                    <option value="">{TICKET_QUESTIONS_ASKED.choose}</option>
                    {choices.map((choice) => (
                      <option key={choice} value={choice}>
                        {choice}
                      </option>
                    ))}
                  </NativeSelect>
                );
              return (
                <>
                  {type === "line" ? (
                    <Input {...shared} autoComplete="off" />
                  ) : (
                    <Textarea {...shared} className="max-h-[60vh] min-h-28" />
                  )}
                  <CharactersLeft value={value} max={answerMax(question)} />
                </>
              );
            }}
          </Field>
        );
      })}
    </div>
  );
};

const OPTIONS_FAILED = TICKET_FORM.optionsFailed;

/** The choices with the chosen one among them, which may no longer be configured. */
const withChosen = (choices: readonly string[], chosen: string) =>
  chosen === "" || choices.includes(chosen) ? choices : [chosen, ...choices];

const fieldsOf = (...inputs: TicketFieldSpec["input"][]) =>
  TICKET_FIELDS.filter((field) => inputs.includes(TICKET_FIELD_SPECS[field].input));
const LINES = fieldsOf("line");
const CHOICES = fieldsOf("choice", "category", "game", "server");
const TEXTS = fieldsOf("text");

type TicketFieldsProps = {
  form: Form<TicketDraft>;
  /** What others have saved meanwhile in fields that were changed here, too. */
  theirs?: Partial<Record<TicketField, string>>;
  /** Who is on the ticket. */
  people: ReactNode;
};

/** The fields and people of a ticket: what is chosen stands between lines and texts [TICK-10]. */
export const TicketFields = ({ form, theirs, people }: TicketFieldsProps) => {
  const options = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const servers = options.data?.gamesWithServers ?? {};
  const { tickets } = useSite();
  const { values: draft } = form;
  const about = (field: TicketField) => ({
    label: TICKET_FIELD_SPECS[field].label,
    error: form.error(field),
    hint:
      theirs?.[field] === undefined ? undefined : (
        <>
          {TICKET_FORM.savedMeanwhile}{" "}
          <q className="wrap-anywhere text-ink">{shownValue(tickets, field, theirs[field])}</q>
        </>
      ),
  });

  const typed = (field: TicketField) => {
    const spec = specOf(field);
    if (spec.input !== "line" && spec.input !== "text") return null;
    return (
      <Field key={field} {...about(field)} className="relative">
        {(control) => {
          const shared = { ...control, ...form.field(field), required: spec.missing !== null };
          return (
            <>
              {spec.input === "line" ? (
                <Input {...shared} autoComplete="off" />
              ) : (
                <Textarea
                  {...shared}
                  className="max-h-[60vh] min-h-40"
                  placeholder={spec.placeholder}
                />
              )}
              <CharactersLeft value={draft[field]} max={spec.max} />
            </>
          );
        }}
      </Field>
    );
  };

  /** What is chosen stays among the choices though it may no longer be offered. */
  const offers = {
    category: {
      choices: withChosen(
        tickets.categories.map(({ key }) => key),
        draft.category,
      ),
    },
    game: {
      choices: withChosen(Object.keys(servers), draft.game),
      disabled: options.data === undefined,
      onChange: (event: ChangeEvent<HTMLSelectElement>) =>
        form.set(withGame(draft, event.target.value)),
    },
    server: {
      choices: withChosen(servers[draft.game] ?? [], draft.server),
      disabled: draft.game === "" || options.data === undefined,
    },
  };
  const chosen = (field: TicketField, index: number) => {
    const spec = specOf(field);
    if (spec.input === "line" || spec.input === "text") return null;
    const { choices, ...more } =
      spec.input === "choice" ? { choices: spec.choices } : offers[spec.input];
    const prompt =
      spec.input === "server" && draft.game === "" ? TICKET_FORM.chooseGameFirst : spec.prompt;
    // Of an odd number, the first takes a row of two columns for itself.
    const isWide = index === 0 && CHOICES.length % 2 === 1;
    return (
      <Field
        key={field}
        {...about(field)}
        className={isWide ? "@sm:col-span-2 @2xl:col-span-1" : undefined}
      >
        {(control) => (
          <NativeSelect
            {...control}
            {...form.field(field)}
            required={spec.missing !== null}
            {...more}
          >
            <option value="">{prompt}</option>
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {shownValue(tickets, field, choice)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    );
  };

  return (
    <div className="@container space-y-6">
      {LINES.map(typed)}
      {options.isError && options.data === undefined && (
        <LoadFailed
          message={OPTIONS_FAILED}
          isRetrying={options.isFetching}
          onRetry={() => void options.refetch()}
        />
      )}
      <div className="grid items-start gap-x-5 gap-y-6 @sm:grid-cols-2 @2xl:grid-cols-3">
        {CHOICES.map(chosen)}
      </div>
      <QuestionFields form={form} questions={options.data?.questions[draft.category] ?? []} />
      {TEXTS.map(typed)}
      {people}
    </div>
  );
};
