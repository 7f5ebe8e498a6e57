import { useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import type { PlacedProblem } from "#shared/schemas/site-document.ts";
import type { Field, FieldOf, SectionForm } from "#shared/site-forms/fields.ts";
import { SITE_EDITOR } from "#shared/site-messages.ts";
import {
  isObject,
  isSame,
  listOf,
  type Path,
  pathKey,
  valueAt,
  withValue,
} from "./form/content.ts";
import {
  fieldId,
  FormContext,
  type FormDoors,
  OpenContext,
  type OpenEntries,
  ProblemsContext,
} from "./form/context.ts";
import { FieldsView } from "./form/field-view.tsx";
import { withFollowingKey } from "./form/list-input.tsx";
import { useReferences } from "./form/references.ts";
import { ProblemList } from "./problem-list.tsx";
import type { DraftState, SectionDraft } from "./section-draft.ts";
import { pathIn } from "./section-search.ts";

/** The list of forms that stands at a place; undefined where another kind of field does. */
const listAt = (fields: readonly Field[], path: Path): FieldOf<"list"> | undefined => {
  for (const field of fields) {
    const steps = field.key === "" ? [] : [field.key];
    const isOnTheWay = steps.every((step, index) => path[index] === step);
    if (!isOnTheWay) continue;
    const rest = path.slice(steps.length);
    if (field.kind === "list" && rest.length === 0) return field;
    const inner =
      field.kind === "group"
        ? listAt(field.fields, rest)
        : field.kind === "list" && typeof rest[0] === "number"
          ? listAt(field.fields, rest.slice(1))
          : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
};

/** Opens what a problem lies in, and leads there. */
const leadTo = (path: Path, toggle: OpenEntries["toggle"]) => {
  for (const [index, step] of path.entries())
    if (typeof step === "number") toggle(pathKey(path.slice(0, index + 1)), true);
  // Once it stands there.
  setTimeout(() => {
    for (let length = path.length; length > 0; length -= 1) {
      const place = document.getElementById(fieldId(path.slice(0, length)));
      if (place === null) continue;
      place.scrollIntoView({ block: "center" });
      place.querySelector<HTMLElement>(":is(input,textarea,select,button)")?.focus();
      return;
    }
  });
};

type SectionFormViewProps = {
  form: SectionForm;
  draft: SectionDraft;
  state: DraftState;
  /** What is found in the section. */
  problems: readonly PlacedProblem[];
};

const drawFields: FormDoors["draw"] = (fields, path, value) => (
  <FieldsView fields={fields} path={path} value={value} />
);

/** All fields of a section, with what is wrong beside them and at the top. */
export const SectionFormView = ({ form, draft, state, problems }: SectionFormViewProps) => {
  const { section, fields } = form;
  const references = useReferences(fields);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const entries = useMemo<OpenEntries>(
    () => ({
      isOpen: (key) => open.has(key),
      toggle: (key, isOpen) =>
        setOpen((before) => {
          if (before.has(key) === isOpen) return before;
          const next = new Set(before);
          if (isOpen) next.add(key);
          else next.delete(key);
          return next;
        }),
    }),
    [open],
  );
  const doors = useMemo<FormDoors>(
    () => ({
      section,
      references,
      published: state.published,
      read: () => draft.get().content,
      draw: drawFields,
      set: (path, value) => {
        const { content } = draft.get();
        const above = path.slice(0, -1);
        const list = typeof above.at(-1) === "number" && listAt(fields, above.slice(0, -1));
        if (!list) {
          draft.set(path, value);
          return;
        }
        const before = valueAt(content, above) ?? {};
        const after = withValue(before, path.slice(-1), value);
        const known = listOf(valueAt(state.published, above.slice(0, -1)));
        const isKnown = (key: string) =>
          known.some((entry) => isObject(entry) && entry["key"] === key);
        draft.set(above, withFollowingKey(list, before, after, isKnown));
      },
    }),
    [section, references, state.published, draft, fields],
  );
  const { at } = useSearch({ from: "/_site/member/admin/site_/$section" });
  // Where somebody was sent here for one field, once.
  const wanted = useRef(at);
  useEffect(() => {
    if (wanted.current !== undefined) leadTo(pathIn(wanted.current), entries.toggle);
    wanted.current = undefined;
  }, [entries]);
  const follow = ({ path }: PlacedProblem) => leadTo(path, entries.toggle);
  const errors = problems.filter(({ level }) => level === "error");
  const notices = problems.filter(({ level }) => level !== "error");
  const hasChanged = !isSame(state.content, state.published);
  return (
    <FormContext value={doors}>
      <ProblemsContext value={problems}>
        <OpenContext value={entries}>
          {errors.length > 0 && (
            <ProblemList
              title={SITE_EDITOR.problemsTitle(errors.length)}
              problems={errors}
              isBad
              onFollow={follow}
            />
          )}
          {notices.length > 0 && (
            <ProblemList
              title={SITE_EDITOR.noticesTitle(notices.length)}
              problems={notices}
              isBad={false}
              onFollow={follow}
            />
          )}
          <form
            data-changed={hasChanged}
            onSubmit={(event) => {
              event.preventDefault();
              void draft.saveNow();
            }}
          >
            <FieldsView fields={fields} path={[]} value={state.content} />
          </form>
        </OpenContext>
      </ProblemsContext>
    </FormContext>
  );
};
