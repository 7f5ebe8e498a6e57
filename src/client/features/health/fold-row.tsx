import { ChevronDown } from "lucide-react";
import { cn } from "#client/lib/cn.ts";

/** For rows that a phone leaves out until they are asked for. */
export const foldedOnPhone = (isOpen: boolean) => (isOpen ? undefined : "max-md:hidden");

type FoldRowProps = {
  /** What it shows or hides. */
  label: string;
  isOpen: boolean;
  onToggle: () => void;
};

/** The last row of a list on a phone: shows the rows that need nobody, or hides them again. */
export const FoldRow = ({ label, isOpen, onToggle }: FoldRowProps) => (
  <li className="md:hidden">
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex min-h-12 w-full items-center justify-between gap-3 px-4 text-left font-semibold text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2"
      onClick={onToggle}
    >
      {label}
      <ChevronDown
        aria-hidden
        className={cn("size-5 shrink-0 transition-transform duration-200", isOpen && "rotate-180")}
      />
    </button>
  </li>
);
