import {
  Bold,
  Heading2,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
} from "lucide-react";
import { useRef } from "react";
import { useMarkdownPictures } from "#client/components/markdown-pictures.tsx";
import { Textarea } from "#client/components/ui/field.tsx";
import { MARKDOWN_PICTURES } from "#shared/picture-messages.ts";
import { MARKDOWN } from "#shared/site-messages.ts";
import { asText, valueAt } from "./content.ts";
import { useFacts, useForm, type InputProps } from "./context.ts";
import { Braces, insertText, Labelled } from "./simple-inputs.tsx";

/** Puts marks around what is selected, or around a word that stands for it. */
const around =
  (before: string, after: string, sample: string) => (control: HTMLTextAreaElement) => {
    const { selectionStart, selectionEnd, value } = control;
    const chosen = value.slice(selectionStart, selectionEnd) || sample;
    insertText(control, before + chosen + after);
    const begin = selectionStart + before.length;
    control.setSelectionRange(begin, begin + chosen.length);
  };

/** Puts a mark before each line that is selected. */
const before = (mark: (line: number) => string) => (control: HTMLTextAreaElement) => {
  const { selectionStart, selectionEnd, value } = control;
  const begin = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const ends = value.indexOf("\n", selectionEnd);
  const end = ends === -1 ? value.length : ends;
  const lines = value.slice(begin, end).split("\n");
  control.setSelectionRange(begin, end);
  insertText(control, lines.map((line, index) => mark(index + 1) + line).join("\n"));
};

const { sample } = MARKDOWN;

type Act = {
  label: string;
  icon: LucideIcon;
  act: (control: HTMLTextAreaElement) => void;
  key?: string;
};

const ACTS: readonly Act[] = [
  { label: MARKDOWN.bold, icon: Bold, act: around("**", "**", sample.bold), key: "b" },
  { label: MARKDOWN.italic, icon: Italic, act: around("*", "*", sample.italic), key: "i" },
  { label: MARKDOWN.heading, icon: Heading2, act: before(() => "## ") },
  { label: MARKDOWN.list, icon: List, act: before(() => "- ") },
  { label: MARKDOWN.numbers, icon: ListOrdered, act: before((line) => `${line}. `) },
  { label: MARKDOWN.link, icon: Link2, act: around("[", "](https://)", sample.link), key: "k" },
];

/** A text in Markdown, with buttons for those who do not know it; the page beside it shows how it looks. */
export const MarkdownInput = ({ field, path, value }: InputProps<"markdown">) => {
  const { read, set } = useForm();
  const { max } = useFacts(path);
  const control = useRef<HTMLTextAreaElement>(null);
  const text = asText(value);
  const pictures = useMarkdownPictures({
    control: () => control.current,
    read: () => asText(valueAt(read(), path)),
    write: (next) => set(path, next),
  });
  return (
    <Labelled field={field} path={path} length={text.length} max={max}>
      {(given) => (
        <div className="group/braces">
          <div
            role="toolbar"
            aria-label={`${MARKDOWN.toolbar}, ${field.label}`}
            className="flex flex-wrap rounded-t-lg border border-b-0 border-ground-500 bg-ground-850 p-1"
          >
            {ACTS.map(({ label, icon: Icon, act }) => (
              <button
                key={label}
                type="button"
                aria-label={label}
                title={label}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => control.current && act(control.current)}
                className="grid size-9 place-items-center rounded-md text-muted hover:bg-ground-700 hover:text-ink focus-visible:-outline-offset-2"
              >
                <Icon className="size-4.5" aria-hidden />
              </button>
            ))}
            <button
              type="button"
              aria-label={MARKDOWN_PICTURES.button}
              title={MARKDOWN_PICTURES.button}
              onPointerDown={(event) => event.preventDefault()}
              onClick={pictures.choose}
              className="grid size-9 place-items-center rounded-md text-muted hover:bg-ground-700 hover:text-ink focus-visible:-outline-offset-2"
            >
              <ImagePlus className="size-4.5" aria-hidden />
            </button>
          </div>
          <Textarea
            {...given}
            {...pictures.handlers}
            ref={control}
            value={text}
            maxLength={max}
            spellCheck
            className="max-h-[70dvh] min-h-64 rounded-t-none font-mono text-[0.9rem]"
            onKeyDown={(event) => {
              if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
              const meant = ACTS.find(({ key }) => key === event.key.toLowerCase());
              if (meant === undefined) return;
              event.preventDefault();
              // Not the search over everything, which has the same key elsewhere.
              event.stopPropagation();
              meant.act(event.currentTarget);
            }}
            onChange={({ currentTarget }) => set(path, currentTarget.value)}
          />
          {pictures.rows}
          {field.braces !== undefined && (
            <Braces names={field.braces} control={() => control.current} />
          )}
        </div>
      )}
    </Labelled>
  );
};
