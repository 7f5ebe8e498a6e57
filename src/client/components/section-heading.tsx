import { cn } from "#client/lib/cn.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";

type SectionHeadingProps = {
  id: string;
  eyebrow?: string | undefined;
  title: string;
  text?: string | undefined;
};

/** Eyebrow, title and one sentence: how every section of the public pages begins. */
export const SectionHeading = ({ id, eyebrow, title, text }: SectionHeadingProps) => (
  <div className="max-w-2xl wrap-anywhere" {...useOwnLang()}>
    {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
    <h2 id={id} className="headline mt-2 scroll-mt-28 text-5xl md:text-6xl">
      {title}
    </h2>
    {text !== undefined && (
      <p className="mt-4 text-lg leading-relaxed text-pretty text-muted">{text}</p>
    )}
  </div>
);

/** What has to be said by law wherever something is for sale; nothing where that is nothing. */
export const LegalNote = ({ className }: { className: string }) => {
  const { note } = useSite().home;
  const own = useOwnLang();
  if (note === undefined) return null;
  return (
    <p
      {...own}
      className={cn(className, "max-w-3xl text-sm leading-relaxed text-pretty text-faint")}
    >
      {note}
    </p>
  );
};
