import {
  Bold,
  Heading2,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  RotateCw,
  X,
} from "lucide-react";
import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type RefObject,
  useRef,
} from "react";
import { filesIn, type Upload, useUploads } from "#client/lib/upload-file.ts";
import { PICTURE_TYPES } from "#shared/constants/uploads.ts";
import { MARKDOWN, MARKDOWN_PICTURES, PICTURE_UPLOAD } from "#shared/upload-messages.ts";
import { Button } from "./ui/button.tsx";
import { Textarea } from "./ui/field.tsx";

const Sending = ({ upload: { name, share, cancel } }: { upload: Upload }) => (
  <div className="flex min-h-11 items-center gap-3">
    <progress
      aria-label={PICTURE_UPLOAD.uploading(name)}
      max={1}
      value={share}
      className="h-1.5 min-w-16 flex-1 appearance-none overflow-hidden rounded-full bg-ground-700 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-ground-700 [&::-webkit-progress-value]:bg-accent"
    />
    <Button variant="ghost" size="sm" className="h-11" onClick={cancel}>
      {PICTURE_UPLOAD.cancel}
    </Button>
  </div>
);

type RefusedProps = Pick<Upload, "cancel" | "again"> & {
  refusal: NonNullable<Upload["refusal"]>;
};

const Refused = ({ refusal: { sentence, mayRecover }, cancel, again }: RefusedProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-ember/50 bg-ember/10 py-1 pr-1 pl-4">
    <p role="alert" className="min-w-0 flex-1 basis-60 py-1.5 text-[0.95rem] text-pretty">
      {sentence}
    </p>
    <div className="flex">
      {mayRecover && (
        <Button variant="ghost" size="sm" className="h-11" onClick={again}>
          <RotateCw aria-hidden />
          {PICTURE_UPLOAD.tryAgain}
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        className="size-11"
        aria-label={PICTURE_UPLOAD.dismiss}
        title={PICTURE_UPLOAD.dismiss}
        onClick={cancel}
      >
        <X aria-hidden />
      </Button>
    </div>
  </div>
);

/** Pictures that are on their way, with a way to take them back, and those that were refused. */
export const UploadRows = ({ uploads }: { uploads: readonly Upload[] }) =>
  uploads.length > 0 && (
    <div className="mt-2 grid grid-cols-1 gap-2">
      {uploads.map((upload) =>
        upload.refusal === null ? (
          <Sending key={upload.id} upload={upload} />
        ) : (
          <Refused
            key={upload.id}
            refusal={upload.refusal}
            cancel={upload.cancel}
            again={upload.again}
          />
        ),
      )}
    </div>
  );

type Doors = {
  control: () => HTMLTextAreaElement | null;
  /** The text, also once its field is gone. */
  read: () => string;
  write: (text: string) => void;
};

/** Where a place of a text is once `length` characters at `at` have become `by` more. */
const movedBy = (place: number, at: number, length: number, by: number) =>
  place >= at + length ? place + by : Math.min(place, at);

/**
 * Puts `to` in the place of `from`, as if it were typed where somebody is writing.
 * @returns where it stands; -1 where `from` is not there any more.
 */
const swap = ({ control, read, write }: Doors, from: string, to: string): number => {
  const element = control();
  const text = element?.value ?? read();
  const at = text.indexOf(from);
  if (at === -1) return -1;
  if (element === null || document.activeElement !== element) {
    write(text.slice(0, at) + to + text.slice(at + from.length));
    return at;
  }
  const { selectionStart, selectionEnd } = element;
  const by = to.length - from.length;
  element.setSelectionRange(at, at + from.length);
  // Unlike a new value, this can be taken back with Ctrl-Z.
  document.execCommand(to === "" ? "delete" : "insertText", false, to);
  element.setSelectionRange(
    movedBy(selectionStart, at, from.length, by),
    movedBy(selectionEnd, at, from.length, by),
  );
  return at;
};

/** What a file's name says of the picture; nothing where a program or a camera gave it. */
const altOf = (name: string): string => {
  const words = name
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const isGiven = /^(?:image|unbenannt|untitled|screenshot|img|dsc|pxl)\b|^[\d ]*$/i.test(words);
  return isGiven ? MARKDOWN_PICTURES.sampleAlt : words.slice(0, 100);
};

/** As it stands in a text: without what would end the brackets. */
const plainName = (name: string) =>
  name
    .replaceAll(/[[\]()\\!`*_<>{}]/g, " ")
    .trim()
    .slice(0, 60) || PICTURE_UPLOAD.unnamed;

/**
 * Pictures of a text in Markdown: what is pasted, dropped or chosen is uploaded, and stands at the cursor
 * once it is there; until then there is a placeholder.
 */
const useMarkdownPictures = (doors: Doors) => {
  const { uploads, start } = useUploads();
  const chooser = useRef<HTMLInputElement>(null);

  const insert = (file: File) => {
    const element = doors.control();
    if (element === null) return;
    const name = plainName(file.name);
    let placeholder: string = MARKDOWN_PICTURES.placeholder(name);
    for (let nth = 2; element.value.includes(placeholder); nth += 1)
      placeholder = MARKDOWN_PICTURES.placeholder(`${name} ${nth}`);
    element.focus();
    const isBehind =
      element.selectionStart > 0 && element.value[element.selectionStart - 1] === "]";
    document.execCommand("insertText", false, isBehind ? ` ${placeholder}` : placeholder);
    start({
      name,
      picture: file,
      onDone: (address) => {
        const control = doors.control();
        const caret = control?.selectionStart;
        const alt = altOf(file.name);
        const at = swap(doors, placeholder, `![${alt}](${address})`);
        // Whoever waits for it says next what it shows.
        if (control !== null && caret === at + placeholder.length && at !== -1)
          if (document.activeElement === control)
            control.setSelectionRange(at + 2, at + 2 + alt.length);
      },
      onEnd: () => void swap(doors, placeholder, ""),
      again: () => insert(file),
    });
  };
  const insertAll = (files: readonly File[]) => {
    for (const file of files) insert(file);
  };

  return {
    choose: () => chooser.current?.click(),
    /** For the control. */
    handlers: {
      onPaste: (event: ClipboardEvent) => {
        const files = filesIn(event.clipboardData);
        // What programs copy is a text, and a picture of it as well.
        if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        insertAll(files);
      },
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        const files = filesIn(event.dataTransfer);
        if (files.length === 0) return;
        event.preventDefault();
        insertAll(files);
      },
    },
    /** Stands below the control. */
    rows: (
      <>
        <input
          ref={chooser}
          type="file"
          accept={PICTURE_TYPES}
          multiple
          hidden
          aria-label={MARKDOWN_PICTURES.button}
          onChange={({ currentTarget }) => {
            insertAll([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
        <UploadRows uploads={uploads} />
      </>
    ),
  };
};

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
