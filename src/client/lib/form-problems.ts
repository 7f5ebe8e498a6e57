import { z } from "zod/mini";
import { fieldsOf, type SendProblem } from "#client/lib/api-error.ts";

/** One sentence by field, in the order of the form. */
export type FieldProblems<Values> = Partial<Record<keyof Values & string, string>>;

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
export type Placing<Values> = {
  /** What a field is called where the server's text begins without a name, such as "must be one line". */
  labels?: Partial<Record<keyof Values & string, string>>;
  /** Fields of the call that have another name in the form. */
  renamed?: Readonly<Record<string, keyof Values & string>>;
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
  { values, labels = {}, renamed = {} }: Placing<Values> & { values: Values },
): { problem: SendProblem | null; fields: FieldProblems<Values> } => {
  const fields: FieldProblems<Values> = {};
  const names: FieldProblems<Values> = labels;
  for (const [path, text] of Object.entries(fieldsOf(error))) {
    const field = renamed[path] ?? path.split(".")[0];
    if (field === undefined || !(field in values)) continue;
    const name = field as keyof Values & string;
    fields[name] ??= labelled(names[name] ?? name, text);
  }
  const isSaidBeside = problem.code === "bad_request" && Object.keys(fields).length > 0;
  return { problem: isSaidBeside ? null : problem, fields };
};
