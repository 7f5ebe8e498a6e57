import { Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#client/lib/cn.ts";
import { RULES } from "#shared/rule-messages.ts";
import { useRules } from "./anchor.ts";

type CopyLinkProps = {
  anchor: string;
  /** What the link leads to, as in "rule 3.2". */
  what: string;
  children?: ReactNode;
  className?: string;
};

/** Copies the deep link of a part of the rules; the address bar shows it, too. */
export const CopyLink = ({ anchor, what, children, className }: CopyLinkProps) => {
  const { copyLink } = useRules();
  return (
    <a
      href={`#${anchor}`}
      aria-label={RULES.copyLinkTo(what)}
      onClick={() => copyLink(anchor)}
      className={cn(
        "inline-flex items-center gap-1.5 rounded-md transition-colors hover:text-amber-strong [&_svg]:size-4 [&_svg]:shrink-0",
        "[&_svg]:opacity-0 [&_svg]:transition-opacity group-hover:[&_svg]:opacity-100 focus-visible:[&_svg]:opacity-100 pointer-coarse:[&_svg]:opacity-50",
        className,
      )}
    >
      {children}
      <Link2 aria-hidden />
    </a>
  );
};
