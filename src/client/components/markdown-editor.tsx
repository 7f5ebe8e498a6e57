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
import { type ComponentProps, type RefObject, useRef } from "react";
import { useMarkdownPictures } from "#client/components/markdown-pictures.tsx";
import { Textarea } from "#client/components/ui/field.tsx";
import { MARKDOWN } from "#shared/markdown-messages.ts";
import { MARKDOWN_PICTURES } from "#shared/picture-messages.ts";

/** Puts something where the cursor is, as if it were typed. */
export const insertText = (
  control: HTMLInputElement | HTMLTextAreaElement | null,
  text: string,
) => {
  if (control === null) return;
  control.focus();
  // Unlike a new value, this can be taken back with Ctrl-Z, and is told of like a key.
  document.execCommand("insertText", false, text);
};

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

const TOOL =
  "grid size-9 place-items-center rounded-md text-muted hover:bg-ground-700 hover:text-ink focus-visible:-outline-offset-2";

type MarkdownEditorProps = Omit<ComponentProps<"textarea">, "ref" | "className"> & {
  /** What the text is called. */
  label: string;
  /** The text, also once its field is gone: a picture may be on its way. */
  read: () => string;
  /** For whoever puts something into it besides. */
  control?: RefObject<HTMLTextAreaElement | null>;
  onText: (text: string) => void;
};

/** A text in Markdown with pictures, and with buttons for those who do not know it. */
export const MarkdownEditor = ({ label, control, read, onText, ...props }: MarkdownEditorProps) => {
  const own = useRef<HTMLTextAreaElement>(null);
  const text = control ?? own;
  const pictures = useMarkdownPictures({ control: () => text.current, read, write: onText });
  return (
    <>
      <div
        role="toolbar"
        aria-label={`${MARKDOWN.toolbar}, ${label}`}
        className="flex flex-wrap rounded-t-lg border border-b-0 border-ground-500 bg-ground-850 p-1"
      >
        {ACTS.map(({ label: name, icon: Icon, act }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => text.current && act(text.current)}
            className={TOOL}
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
          className={TOOL}
        >
          <ImagePlus className="size-4.5" aria-hidden />
        </button>
      </div>
      <Textarea
        {...props}
        {...pictures.handlers}
        ref={text}
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
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
      {pictures.rows}
    </>
  );
};
