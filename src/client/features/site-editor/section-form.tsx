import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useRef, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import type { PlacedProblem } from "#shared/schemas/site-document.ts";
import { type Field, type FieldOf, isSame, type SectionForm } from "#shared/site-forms/fields.ts";
import { SECTION_TEXTS, SITE_EDITOR } from "#shared/site-messages.ts";
import {
  asSentence,
  fieldId,
  FormContext,
  type FormDoors,
  isObject,
  listOf,
  OpenContext,
  type OpenEntries,
  type Path,
  pathKey,
  ProblemsContext,
  usePackageNames,
  useReferences,
  valueAt,
  withValue,
} from "./form/context.ts";
import { FieldsView } from "./form/field-view.tsx";
import { withFollowingKey } from "./form/list-input.tsx";
import type { DraftState, SectionDraft } from "./section-draft.ts";
import { pathIn, searchFor } from "./section-search.ts";

type ProblemListProps = {
  title: string;
  problems: readonly PlacedProblem[];
  isBad: boolean;
  /** Whether they are of several sections, so that each names its own. */
  hasSections?: boolean;
  /** Leads to the field on this very screen; without it each leads to its section's. */
  onFollow?: (problem: PlacedProblem) => void;
  className?: string;
};

/** So many are told of at first. */
const TOLD = 5;

/** What is wrong, or may be, each with the way to its field; of many the first. */
export const ProblemList = ({
  title,
  problems,
  isBad,
  hasSections = false,
  onFollow,
  className,
}: ProblemListProps) => {
  const [isWhole, setWhole] = useState(false);
  // A line that says that there is one more is as long as that one.
  const told = isWhole || problems.length <= TOLD + 1 ? problems : problems.slice(0, TOLD);
  const way = cn(
    "inline-block min-h-8 text-left wrap-anywhere underline underline-offset-4 hover:decoration-current",
    isBad ? "decoration-ember/50" : "text-muted decoration-ground-500",
  );
  return (
    <section
      className={cn(
        "rounded-lg border px-4 py-3 text-[0.95rem]",
        isBad ? "border-ember/50 bg-ember/10" : "border-ground-500 bg-ground-800/70",
        className,
      )}
    >
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-1">
        {told.map((problem) => {
          const { section, path, place, message } = problem;
          const where = hasSections
            ? [SECTION_TEXTS[section].title, place]
            : [place || SITE_EDITOR.whole];
          const text = [...where.filter(Boolean), asSentence(message)].join(": ");
          return (
            <li key={`${section} ${path.join(".")} ${message}`}>
              {onFollow === undefined ? (
                <Link
                  to="/member/admin/site/$section"
                  params={{ section }}
                  search={searchFor(path)}
                  className={way}
                >
                  {text}
                </Link>
              ) : (
                <button type="button" onClick={() => onFollow(problem)} className={way}>
                  {text}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {problems.length > TOLD + 1 && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className={cn(way, "mt-1")}
        >
          {isWhole ? SITE_EDITOR.fewer : SITE_EDITOR.andMore(problems.length - TOLD)}
        </button>
      )}
    </section>
  );
};

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
  const packages = usePackageNames(fields);
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
      packages,
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
    [section, references, packages, state.published, draft, fields],
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
