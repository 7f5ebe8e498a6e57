type SectionHeadingProps = {
  id: string;
  eyebrow: string;
  title: string;
  text?: string;
};

/** Eyebrow, title and one sentence: how every section of the public pages begins. */
export const SectionHeading = ({ id, eyebrow, title, text }: SectionHeadingProps) => (
  <div className="max-w-2xl">
    <p className="eyebrow">{eyebrow}</p>
    <h2 id={id} className="headline mt-2 text-5xl md:text-6xl">
      {title}
    </h2>
    {text !== undefined && (
      <p className="mt-4 text-lg leading-relaxed text-pretty text-muted">{text}</p>
    )}
  </div>
);
