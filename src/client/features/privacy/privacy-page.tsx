import { useMemo } from "react";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { SectionNav } from "#client/components/section-nav.tsx";
import { type PolicyBlock, type PolicySite, privacyPolicy } from "#shared/content/privacy.ts";
import { PRIVACY_POLICY } from "#shared/privacy-messages.ts";
import { PolicyBlockView } from "./policy-text.tsx";

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
