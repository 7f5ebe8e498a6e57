import { type ClipboardEvent, type DragEvent, useRef } from "react";
import { filesIn, useUploads } from "#client/lib/upload-picture.ts";
import { PICTURE_TYPES } from "#shared/constants/pictures.ts";
import { MARKDOWN_PICTURES, PICTURE_UPLOAD } from "#shared/picture-messages.ts";
import { UploadRows } from "./upload-rows.tsx";

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
export const useMarkdownPictures = (doors: Doors) => {
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
