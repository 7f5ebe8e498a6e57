import type { RichLine } from "#shared/schemas/text.ts";

type Run = Exclude<RichLine[number], string>;

/** A picture in a text. Its size is known, so that nothing moves when it comes. */
export const TextPicture = ({
  text,
  picture,
}: Pick<Run, "text"> & Required<Pick<Run, "picture">>) => (
  <img
    {...picture}
    alt={text}
    loading="lazy"
    decoding="async"
    className="my-2 block h-auto max-w-full rounded-lg border border-ground-700 bg-ground-850"
  />
);
