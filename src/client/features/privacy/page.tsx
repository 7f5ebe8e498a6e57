import { useMemo } from "react";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { SectionNav } from "#client/components/section-nav.tsx";
import { useSite } from "#client/lib/site.ts";
import {
  type Inline,
  type PolicyBlock,
  type PolicySite,
  privacyPolicy,
} from "#shared/content/privacy.ts";
import { PRIVACY_POLICY } from "#shared/rule-messages.ts";

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
const PolicyBlockView = ({ block }: { block: PolicyBlock }) => {
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

// Blocks of one section never change places, so that their place is a good key.
const withKeys = (blocks: readonly PolicyBlock[]) => blocks.map((block, key) => ({ block, key }));

/** The privacy policy of this community [TEXT-08]. */
export const PrivacyPage = ({ site }: { site: PolicySite }) => {
  const policy = useMemo(() => privacyPolicy(site), [site]);
  return (
    <Page>
      <PageHeader eyebrow="Your data" title="Privacy Policy">
        <p>{policy.intro}</p>
        <p className="mt-4 text-base text-faint">
          Last updated <time dateTime={site.privacyUpdated}>{policy.updated}</time>
        </p>
      </PageHeader>
      <div className="shell pb-24 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-14 lg:pt-14 xl:grid-cols-[17rem_minmax(0,1fr)] xl:gap-x-20">
        <SectionNav label={PRIVACY_POLICY.sections} items={policy.sections} />
        <div className="max-w-[68ch] min-w-0 space-y-14 wrap-anywhere pt-8 text-[1.05rem] leading-relaxed text-pretty lg:pt-0">
          <aside aria-labelledby="in-short" className="panel p-6 sm:p-8">
            <h2 id="in-short" className="eyebrow">
              In short
            </h2>
            <ul className="mt-4 space-y-2.5">
              {policy.summary.map((sentence) => (
                <li key={sentence} className="flex gap-3.5">
                  <span className="hexagon mt-[0.65rem] h-2 w-[0.45rem] shrink-0 bg-amber" />
                  {sentence}
                </li>
              ))}
            </ul>
          </aside>
          {policy.sections.map(({ id, number, title, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-[200px]">
              <h2
                id={`${id}-title`}
                className="flex gap-4 text-4xl leading-none font-extrabold uppercase"
              >
                <span className="text-amber tabular-nums">{number}</span>
                {title}
              </h2>
              <div className="mt-5 space-y-4">
                {withKeys(blocks).map(({ block, key }) => (
                  <PolicyBlockView key={key} block={block} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
};

export const Privacy = () => <PrivacyPage site={useSite()} />;
