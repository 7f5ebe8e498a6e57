import { Plus } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Input, Label, NativeSelect } from "#client/components/ui/field.tsx";
import { MENU_TITLES } from "#shared/messages.ts";
import { MENU_SCREENS } from "#shared/schemas/community/home.ts";
import { labelOf } from "#shared/site-forms/fields.ts";
import { MENU_FORM_TEXTS, SITE_EDITOR } from "#shared/site-messages.ts";
import {
  asText,
  fieldId,
  type InputProps,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  type PageTitles,
  type Path,
  useFacts,
  useForm,
  usePageTitles,
  useProblem,
} from "./context.ts";
import { MovableRow, Notices, useDragging, useEntries } from "./movable.tsx";

const LINK = "link:";

/** What an entry leads to, as the value of an option. */
const targetOf = (entry: JsonObject): string => {
  if (entry["screen"] !== undefined) return `screen:${asText(entry["screen"])}`;
  return entry["page"] === undefined ? LINK : `page:${asText(entry["page"])}`;
};

/**
 * An entry that leads elsewhere. It is called as what it leads to is, and not as before; a page whose title
 * is too long for a menu is called by the words of it that fit.
 */
export const withTarget = (
  entry: JsonObject,
  target: string,
  pages: PageTitles,
  titleMax = Infinity,
): Json => {
  const [kind = "", key = ""] = target.split(":");
  if (kind === "link") return { link: asText(entry["link"]), title: asText(entry["title"]) };
  const title = kind === "page" ? (pages[key] ?? "") : "";
  if (title.length <= titleMax) return { [kind]: key };
  const fitting = title.slice(0, titleMax + 1);
  const end = fitting.lastIndexOf(" ");
  return { [kind]: key, title: fitting.slice(0, end > 0 ? end : titleMax) };
};

const screenName = (key: string): string => labelOf(MENU_TITLES, key);

const nameOf = (entry: Json, pages: PageTitles): string => {
  if (!isObject(entry)) return MENU_FORM_TEXTS.entry;
  const title = asText(entry["title"]);
  if (title !== "") return title;
  if (entry["screen"] !== undefined) return screenName(asText(entry["screen"]));
  if (entry["page"] !== undefined)
    return pages[asText(entry["page"])] ?? `/${asText(entry["page"])}`;
  return asText(entry["link"]) || MENU_FORM_TEXTS.entry;
};

const EntryProblem = ({ path }: { path: Path }) => {
  const problems = [
    useProblem(path),
    useProblem([...path, "screen"]),
    useProblem([...path, "page"]),
    useProblem([...path, "link"]),
    useProblem([...path, "title"]),
  ].filter((text) => text !== null);
  return problems.map((text) => (
    <p key={text} className="text-sm font-medium text-ember sm:col-span-full">
      {text}
    </p>
  ));
};

type EntryProps = { entry: JsonObject; path: Path; name: string; titles: PageTitles };

const Entry = ({ entry, path, name, titles }: EntryProps) => {
  const { set } = useForm();
  const { max: titleMax } = useFacts([...path, "title"]);
  const { max: linkMax } = useFacts([...path, "link"]);
  const target = targetOf(entry);
  const isLink = target === LINK;
  const pages = Object.entries(titles);
  return (
    <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
      <NativeSelect
        data-control="open"
        aria-label={`${MENU_FORM_TEXTS.target}, ${name}`}
        value={target}
        onChange={({ currentTarget }) =>
          set(path, withTarget(entry, currentTarget.value, titles, titleMax))
        }
      >
        <optgroup label={MENU_FORM_TEXTS.screens}>
          {MENU_SCREENS.map((screen) => (
            <option key={screen} value={`screen:${screen}`}>
              {screenName(screen)}
            </option>
          ))}
        </optgroup>
        {pages.length > 0 && (
          <optgroup label={MENU_FORM_TEXTS.pages}>
            {pages.map(([key, label]) => (
              <option key={key} value={`page:${key}`}>
                {label}
              </option>
            ))}
          </optgroup>
        )}
        {entry["page"] !== undefined && !pages.some(([key]) => key === entry["page"]) && (
          <option value={target}>/{asText(entry["page"])}</option>
        )}
        <option value={LINK}>{MENU_FORM_TEXTS.elsewhere}</option>
      </NativeSelect>
      <Input
        aria-label={`${MENU_FORM_TEXTS.title}, ${name}`}
        placeholder={isLink ? MENU_FORM_TEXTS.title : nameOf({ ...entry, title: "" }, titles)}
        maxLength={titleMax}
        value={asText(entry["title"])}
        onChange={({ currentTarget: { value } }) =>
          set([...path, "title"], value === "" ? undefined : value)
        }
      />
      {isLink && (
        <Input
          type="url"
          className="sm:col-span-2"
          aria-label={`${MENU_FORM_TEXTS.address}, ${name}`}
          placeholder="https://…"
          maxLength={linkMax}
          value={asText(entry["link"])}
          onChange={({ currentTarget }) => set([...path, "link"], currentTarget.value)}
        />
      )}
      <EntryProblem path={path} />
      <Notices path={path} className="mt-0 sm:col-span-full" />
      <Notices path={[...path, "link"]} className="mt-0 sm:col-span-full" />
    </div>
  );
};

/** What a menu leads to, in its order. */
export const MenuInput = ({ field, path, value }: InputProps<"menu">) => {
  const { set, read } = useForm();
  const titles = usePageTitles();
  const { max, usual } = useFacts(path);
  const problem = useProblem(path);
  const isOwn = field.isOptional !== true || value !== undefined;
  const list = listOf(value ?? (isOwn ? (usual as Json | undefined) : undefined));
  const [entries, box] = useEntries(path, list);
  const titleOf = (index: number) => nameOf(list[index] ?? null, titles);
  const dragging = useDragging(entries, titleOf);
  const isFull = max !== undefined && list.length >= max;
  return (
    <section
      id={fieldId(path)}
      ref={box}
      aria-label={field.label}
      className="panel min-w-0 scroll-mt-40 p-4 sm:p-5"
    >
      <h2 className="font-display text-2xl leading-none font-bold tracking-wide">{field.label}</h2>
      {field.hint !== undefined && (
        <p className="mt-1.5 text-sm text-pretty text-muted">{field.hint}</p>
      )}
      {field.isOptional === true && (
        <Label className="mt-2 flex min-h-11 items-center gap-3">
          <Checkbox
            checked={isOwn}
            onCheckedChange={(checked) => {
              const now = read();
              const bar = isObject(now) ? now["bar"] : undefined;
              set(path, checked === true ? (bar ?? []) : undefined);
            }}
          />
          {MENU_FORM_TEXTS.own}
        </Label>
      )}
      {isOwn && (
        <>
          <div className="mt-4 grid gap-3">
            {list.map((entry, index) => (
              <MovableRow
                key={entries.ids[index]}
                entries={entries}
                index={index}
                name={titleOf(index)}
                dragging={dragging}
                className="items-start border-b border-ground-700 pb-3 sm:border-0 sm:pb-0"
                toolsClassName="w-9 shrink-0 pt-1.5 sm:w-auto [&>div]:flex-wrap"
              >
                <Entry
                  entry={isObject(entry) ? entry : {}}
                  path={[...path, index]}
                  name={titleOf(index)}
                  titles={titles}
                />
              </MovableRow>
            ))}
          </div>
          {problem !== null && <p className="mt-2 text-sm font-medium text-ember">{problem}</p>}
          <Notices path={path} />
          <Button
            variant="outline"
            size="sm"
            className="mt-3 h-11"
            disabled={isFull}
            onClick={() => entries.add({ link: "", title: "" })}
          >
            <Plus aria-hidden />
            {MENU_FORM_TEXTS.add}
          </Button>
          {isFull && <p className="mt-2 text-sm text-muted">{SITE_EDITOR.full(max)}</p>}
        </>
      )}
      <output className="sr-only">{entries.news}</output>
    </section>
  );
};
