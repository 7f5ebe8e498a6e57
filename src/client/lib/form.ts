import { useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  useForm as useHookForm,
} from "react-hook-form";
import { z } from "zod/mini";
import { fieldsOf, type SendProblem } from "./api-error.ts";

/**
 * A key under which the server does something once, however often it is sent. Random, 32 characters.
 * `crypto.randomUUID` is missing on pages that are served over plain http.
 */
export const newOnceKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Keys for what a form sends: the same as long as that is the same, however often it is tried. */
export const useOnceKeys = (): ((input: object) => string) => {
  const [keyOf] = useState(() => {
    let sent: { content: string; key: string } | null = null;
    return (input: object) => {
      const content = JSON.stringify(input);
      if (sent?.content !== content) sent = { content, key: newOnceKey() };
      return sent.key;
    };
  });
  return keyOf;
};

/** One sentence by field, in the order of the form. */
type FieldProblems<Values> = Partial<Record<keyof Values & string, string>>;

/** A text that is judged by a rule, which gives the sentence to show beside it, or null. */
export const textThat = (problemOf: (text: string) => string | null) =>
  z.string().check((context) => {
    const message = problemOf(context.value);
    // The other rules of the form are asked nevertheless.
    if (message !== null)
      context.issues.push({ code: "custom", message, input: context.value, continue: true });
  });

/** What a schema says of what was typed: the first sentence of each field. */
export const problemsOf = <Values>(
  schema: z.ZodMiniType<unknown, Values>,
  values: Values,
): FieldProblems<Values> => {
  const problems: FieldProblems<Values> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const field = path[0] as keyof Values & string;
    problems[field] ??= message;
  }
  return problems;
};

/** How the fields of a call are found in a form. */
type Placing<Values> = {
  /** What a field is called where the server's text begins without a name, such as "must be one line". */
  labels?: Partial<Record<keyof Values & string, string>>;
  /** Fields of the call that have another name in the form. */
  renamed?: Readonly<Record<string, keyof Values & string>>;
  /** The fields beside which the form says what is wrong with them; all where it is left out. */
  places?: ReadonlySet<string>;
};

/** What a schema of the server says of a field is not a sentence yet; what a use case says is. */
const labelled = (label: string, text: string): string =>
  /^\p{Lu}/u.test(text) ? text : `${label} ${text}.`;

/**
 * Where a refusal is shown: beside its fields where that is all there is to say, else above the
 * button, and its fields are only marked.
 * @param problem what is said above the button.
 */
export const placeRefusal = <Values extends object>(
  error: unknown,
  problem: SendProblem,
  { values, labels = {}, renamed = {}, places }: Placing<Values> & { values: Values },
): { problem: SendProblem | null; fields: FieldProblems<Values> } => {
  const fields: FieldProblems<Values> = {};
  const names: FieldProblems<Values> = labels;
  for (const [path, text] of Object.entries(fieldsOf(error))) {
    const field = renamed[path] ?? path.split(".")[0];
    if (field === undefined || !(field in values)) continue;
    const name = field as keyof Values & string;
    fields[name] ??= labelled(names[name] ?? name, text);
  }
  const found = Object.keys(fields);
  const isSaidBeside =
    problem.code === "bad_request" &&
    found.length > 0 &&
    found.every((name) => places?.has(name) !== false);
  return { problem: isSaidBeside ? null : problem, fields };
};

type FormOptions<Values extends FieldValues> = Omit<Placing<Values>, "places"> & {
  /** Judges what was typed. Its fields stand in the order of the form, with the sentences to show. */
  schema: z.ZodMiniType<unknown, Values>;
  /** All fields, in the order of the form. */
  initial: Values;
  /** Whether fields are judged while one types, or from the first try to send them on. */
  judges?: "typing" | "tries";
};

/**
 * A form: its values, what is wrong with which field, and the first wrong field in focus after a try
 * to send it. What is right is handed on as it was typed.
 */
export const useForm = <Values extends FieldValues>({
  schema,
  initial,
  judges = "tries",
  ...placing
}: FormOptions<Values>) => {
  const [problem, setProblem] = useState<SendProblem | null>(null);
  // Of which fields it was asked what is wrong: what is said of the others stands above the button.
  const [asked] = useState(() => new Set<string>());
  asked.clear();
  const form = useHookForm<Values>({
    // The library knows partial defaults; ours are whole.
    defaultValues: initial as DefaultValues<Values>,
    mode: judges === "typing" ? "onChange" : "onSubmit",
    resolver: (values) => {
      const problems = Object.entries(problemsOf(schema, values));
      const errors = Object.fromEntries(
        problems.map(([field, message]) => [field, { type: "schema", message }]),
      );
      return problems.length === 0
        ? { values, errors: {} }
        : { values: {}, errors: errors as FieldErrors<Values> };
    },
  });
  // The first wrong field is the first that was registered: not the one that was rendered first.
  for (const name of Object.keys(initial)) form.register(name as Path<Values>);
  // oxlint-disable-next-line react/incompatible-library -- Nobody memoises what comes of it: all of it is read while rendering.
  const values = form.watch();
  const { errors, isSubmitted } = form.formState;
  const messageOf = (name: string): string | null => {
    asked.add(name);
    const message = errors[name]?.message;
    return typeof message === "string" && message !== "" ? message : null;
  };
  const mark = (name: keyof Values & string) =>
    errors[name] === undefined ? undefined : (true as const);

  return {
    values,
    /** Why the server took nothing, where that is not said beside a field; null while all is well. */
    problem,
    /** What is wrong with a field; null while nothing is, or where it is said elsewhere. */
    error: messageOf,
    /** The first thing that is wrong, for a form that says it in one place. */
    firstError: (): string | null => {
      const wrong = Object.keys(values).find((name) => messageOf(name) !== null);
      return wrong === undefined ? null : messageOf(wrong);
    },
    isWrong: (name: keyof Values & string): boolean => mark(name) === true,
    /** What an input, select or textarea of a text needs, after what `Field` gives it. */
    field: (name: Path<Values>) => ({
      ...form.register(name, { onChange: () => setProblem(null) }),
      value: String(values[name] ?? ""),
      "aria-invalid": mark(name),
    }),
    /** For a control of another kind: a `ref` to what takes the focus when the field is wrong. */
    focusOf: (name: Path<Values>) => {
      const { ref } = form.register(name);
      return (element: HTMLElement | null) =>
        ref(element === null ? null : { focus: () => element.focus() });
    },
    /** Changes fields from outside their inputs. */
    set: (part: Partial<Values>) => {
      setProblem(null);
      for (const [name, value] of Object.entries(part))
        form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
          shouldValidate: judges === "typing" || isSubmitted,
        });
    },
    /** Begins anew, with other values where some are given. */
    reset: (next: Values = initial) => {
      setProblem(null);
      form.reset(next);
    },
    focus: (name: Path<Values>, options?: { shouldSelect: boolean }) =>
      form.setFocus(name, options),
    /** For `onSubmit`. @param send is called with what was typed, once nothing is wrong with it. */
    submit: (send: (values: Values) => void) =>
      form.handleSubmit((typed) => {
        setProblem(null);
        send(typed);
      }),
    /**
     * Shows what the server refused.
     * @param given what is said where not all of it is said beside fields.
     * @returns true where all of it is said beside fields.
     */
    refuse: (error: unknown, given: SendProblem): boolean => {
      const refusal = placeRefusal(error, given, { ...placing, places: asked, values });
      setProblem(refusal.problem);
      for (const [index, [name, text]] of Object.entries(refusal.fields).entries())
        form.setError(
          name as Path<Values>,
          { type: "server", message: refusal.problem === null ? String(text) : "" },
          { shouldFocus: index === 0 },
        );
      return refusal.problem === null;
    },
  };
};
export type Form<Values extends FieldValues> = ReturnType<typeof useForm<Values>>;

/** As a `ref`: what appears in the place of something that had the focus takes it over. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();
