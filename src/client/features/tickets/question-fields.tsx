import type { ChangeEvent } from "react";
import { Field, Input, NativeSelect, Textarea } from "#client/components/ui/field.tsx";
import type { Form } from "#client/lib/form.ts";
import { answerMax, type TicketQuestion } from "#shared/schemas/community/questions.ts";
import { TICKET_QUESTIONS_ASKED } from "#shared/ticket-messages.ts";
import { CharactersLeft } from "./characters-left.tsx";
import { answerProblem, type TicketDraft } from "./draft.ts";

type QuestionFieldsProps = {
  form: Form<TicketDraft>;
  questions: readonly TicketQuestion[];
};

/** What the chosen category asks besides; nothing for one that asks nothing. */
export const QuestionFields = ({ form, questions }: QuestionFieldsProps) => {
  if (questions.length === 0) return null;
  const { answers } = form.values;
  const isWrong = form.isWrong("answers");
  const problemOf = (question: TicketQuestion) =>
    isWrong ? answerProblem(question, answers[question.key]) : null;
  const firstWrong = questions.find((question) => problemOf(question) !== null);
  // What the server found and the form did not, such as questions that have changed meanwhile.
  const elsewhere = isWrong && firstWrong === undefined ? form.error("answers") : null;
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
