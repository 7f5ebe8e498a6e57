import { markedParts } from "./find-rules.ts";

/** A text in which the words of the search are marked. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  words.length === 0
    ? text
    : markedParts(text, words).map((part) =>
        part.isMatch ? (
          <mark key={part.offset} className="rounded-xs bg-amber/25 text-inherit">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      );
