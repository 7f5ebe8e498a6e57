import { Link2, type LucideIcon } from "lucide-react";
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

type SectionHeadingProps = {
  anchor: string;
  title: string;
  /** What stands in the hexagon: the number of the section, or a sign for a list. */
  number?: string;
  icon?: LucideIcon;
};

/** Hexagon, title and deep link of a section, a list or the ladder. */
export const SectionHeading = ({ anchor, title, number, icon: Icon }: SectionHeadingProps) => (
  <div className="group flex items-center gap-3 sm:gap-4">
    <span
      aria-hidden="true"
      className="relative grid h-13 w-12 shrink-0 place-items-center font-display text-2xl font-extrabold text-amber"
    >
      <svg viewBox="0 0 100 100" className="absolute inset-0 size-full" preserveAspectRatio="none">
        <path
          d="M50 2 95 26v48L50 98 5 74V26z"
          vectorEffect="non-scaling-stroke"
          strokeWidth="1.5"
          className="fill-night-850 stroke-night-500"
        />
      </svg>
      <span className="relative">{Icon ? <Icon className="size-5" /> : number}</span>
    </span>
    <h3
      id={`${anchor}-title`}
      className="min-w-0 text-[1.65rem] leading-none font-extrabold wrap-anywhere uppercase sm:text-3xl"
    >
      {title}
    </h3>
    <CopyLink
      anchor={anchor}
      what={`“${title}”`}
      className="size-9 justify-center shrink-0 text-muted max-sm:-mr-2 max-sm:ml-auto"
    />
  </div>
);
