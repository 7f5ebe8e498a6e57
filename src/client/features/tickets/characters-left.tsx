import { cn } from "#client/lib/cn.ts";
import { numberText } from "#shared/rules/format.ts";
import { charactersLeft } from "./draft.ts";

const said = (left: number) => {
  const count = Math.abs(left);
  const characters = `${numberText(count)} ${count === 1 ? "character" : "characters"}`;
  return left < 0 ? `${characters} too many` : `${characters} left`;
};

/** How much more fits, once that is little. Stands beside the label, so that nothing moves. */
export const CharactersLeft = ({ value, max }: { value: string; max: number }) => {
  const left = charactersLeft(value, max);
  return (
    <output
      className={cn(
        "absolute top-0 right-0 text-sm leading-6 tabular-nums",
        left !== null && left < 0 ? "font-semibold text-ember" : "text-muted",
      )}
    >
      {left !== null && said(left)}
    </output>
  );
};
