import { useLoaderData } from "@tanstack/react-router";
import { Blocks, Sections } from "#client/components/document-text.tsx";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { SectionNav } from "#client/components/section-nav.tsx";
import { useOwnLang, useProgramLang, useSite } from "#client/lib/site.ts";
import { DOCUMENTS, PRIVACY_POLICY } from "#shared/rule-messages.ts";
import type { DocumentPage, PrivacyPolicy } from "#shared/schemas/community/documents.ts";

export { PostScreen } from "./post.tsx";

/** The privacy policy of this community [TEXT-08]. */
export const PrivacyPage = ({ policy }: { policy: PrivacyPolicy }) => {
  const program = useProgramLang();
  const own = useOwnLang();
  return (
    <Page>
      <PageHeader eyebrow="Your data" title="Privacy Policy">
        {policy.intro !== null && <p {...own}>{policy.intro}</p>}
        <p className="mt-4 text-base text-faint">
          Last updated <time dateTime={policy.updated}>{policy.updatedText}</time>
        </p>
      </PageHeader>
      <div {...own} className="contents">
        <Sections
          sections={policy.sections}
          contents={<SectionNav label={PRIVACY_POLICY.sections} items={policy.sections} />}
        >
          {policy.summary.length > 0 && (
            <aside aria-labelledby="in_short" className="panel p-6 sm:p-8">
              <h2 id="in_short" {...program} className="eyebrow">
                In short
              </h2>
              <ul className="mt-4 space-y-2.5">
                {policy.summary.map((sentence) => (
                  <li key={sentence} className="flex gap-3.5">
                    <span className="hexagon mt-[0.65rem] h-2 w-[0.45rem] shrink-0 bg-accent" />
                    {sentence}
                  </li>
                ))}
              </ul>
            </aside>
          )}
        </Sections>
      </div>
    </Page>
  );
};

export const Privacy = () => (
  <PrivacyPage policy={useLoaderData({ from: "/_site/privacy-policy" })} />
);

/** A text with so many sections has a table of contents. */
const CONTENTS_FROM = 4;

/** A page of the community's own. */
export const Document = () => {
  const { brand } = useSite();
  const { title, opening, sections }: DocumentPage = useLoaderData({ from: "/_site/$pageKey" });
  return (
    <Page>
      <div {...useOwnLang()} className="contents">
        <PageHeader eyebrow={brand.name} title={title} />
        <Sections
          sections={sections}
          contents={
            sections.length < CONTENTS_FROM ? undefined : (
              <SectionNav label={DOCUMENTS.sections(title)} items={sections} />
            )
          }
        >
          {opening.length > 0 && <Blocks blocks={opening} />}
        </Sections>
      </div>
    </Page>
  );
};
