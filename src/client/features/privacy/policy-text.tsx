import type { Inline, PolicyBlock } from "#shared/content/privacy.ts";

const Run = ({ part }: { part: Inline }) => {
  if (typeof part === "string") return part;
  if ("code" in part)
    return (
      <code className="rounded-sm border border-night-600 bg-night-850 px-1.5 py-0.5 font-mono text-[0.82em] font-normal text-amber-strong">
        {part.code}
      </code>
    );
  return (
    <a
      href={part.href}
      {...(part.href.startsWith("mailto:") ? {} : { target: "_blank", rel: "noopener noreferrer" })}
      className="text-amber underline decoration-amber/40 underline-offset-4 hover:text-amber-strong hover:decoration-current"
    >
      {part.text}
    </a>
  );
};

const keyOf = (part: Inline) =>
  typeof part === "string" ? part : "code" in part ? part.code : part.text;

const Text = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part) => <Run key={keyOf(part)} part={part} />);

/** One heading, paragraph, list or table of terms of the policy. */
export const PolicyBlockView = ({ block }: { block: PolicyBlock }) => {
  if (block.kind === "heading")
    return (
      <h3 id={block.id} className="scroll-mt-[200px] pt-5 text-2xl leading-tight font-bold">
        {block.title}
      </h3>
    );
  if (block.kind === "paragraph")
    return (
      <p>
        <Text parts={block.text} />
      </p>
    );
  if (block.kind === "list")
    return (
      <ul className="space-y-2">
        {block.items.map((item) => (
          <li key={item.map(keyOf).join("")} className="flex gap-3.5">
            <span className="hexagon mt-[0.65rem] h-2 w-[0.45rem] shrink-0 bg-amber-deep" />
            <span>
              <Text parts={item} />
            </span>
          </li>
        ))}
      </ul>
    );
  return (
    <dl className="divide-y divide-night-700 border-y border-night-700">
      {block.items.map(({ term, text }) => (
        <div key={keyOf(term)} className="py-3.5 sm:grid sm:grid-cols-[13rem_1fr] sm:gap-x-6">
          <dt className="font-semibold break-words text-bone">
            <Run part={term} />
          </dt>
          <dd className="mt-1 text-muted sm:mt-0">
            <Text parts={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
