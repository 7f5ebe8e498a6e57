import { Link, useLoaderData, useParams } from "@tanstack/react-router";
import { Link2, MoveLeft } from "lucide-react";
import { Blocks, Placeholder, Sections } from "#client/components/document-text.tsx";
import { NothingHere } from "#client/components/error-screens.tsx";
import { PageHeader, SectionNav } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf } from "#client/lib/api-error.ts";
import { copyAndSay } from "#client/lib/clipboard.ts";
import { ONCE } from "#client/lib/routing/lazy-route.ts";
import { useOwnLang, useProgramLang, useSite } from "#client/lib/site.ts";
import { dayText, exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NEWS_SCREEN } from "#shared/news-messages.ts";
import { DOCUMENTS, PRIVACY_POLICY } from "#shared/rule-messages.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { filledIn } from "#shared/rules/text.ts";
import type { DocumentPage, PrivacyPolicy } from "#shared/schemas/community/documents.ts";
import type { NewsPost } from "#shared/schemas/news.ts";

const copyLink = async () => {
  const { origin, pathname } = window.location;
  await copyAndSay(origin + pathname, "link");
};

const AllNews = () => (
  <Link
    to="/news"
    className="inline-flex min-h-8 items-center gap-2 transition-colors hover:text-accent-strong"
  >
    <MoveLeft className="size-4" aria-hidden />
    {NEWS_SCREEN.all}
  </Link>
);

/** Not the one of lists: this script has nothing in common with theirs. */
const Day = ({ at }: { at: string }) => {
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date)}>
      {dayText(date)}
    </time>
  );
};

const Article = ({ title, summary, publishedAt, updatedAt, opening, sections }: NewsPost) => {
  const own = useOwnLang();
  return (
    <>
      <PageHeader eyebrow={<AllNews />} title={title} isSentence {...own}>
        <p {...own}>{summary}</p>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-base text-faint">
          <p>
            <Day at={publishedAt} />
            {updatedAt > publishedAt && (
              <>
                {" · "}
                {NEWS_SCREEN.changed} <Day at={updatedAt} />
              </>
            )}
          </p>
          <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => void copyLink()}>
            <Link2 aria-hidden />
            {NEWS_SCREEN.copyLink}
          </Button>
        </div>
      </PageHeader>
      <div {...own} className="contents">
        <Sections sections={sections}>{opening.length > 0 && <Blocks blocks={opening} />}</Sections>
      </div>
    </>
  );
};

/** A post. One that is deleted while it is read is a page that is not there. */
export const PostScreen = () => {
  const { slug } = useParams({ from: "/_site/news_/$slug" });
  const { data, error } = trpc.news.post.useQuery({ slug }, ONCE);
  if (codeOf(error) === "not_found") return <NothingHere />;
  // The page says so, and lets one try again.
  if (data === undefined && error !== null) throw error;
  return <Page>{data === undefined ? <Placeholder aria-busy /> : <Article {...data} />}</Page>;
};

const writtenDay = dateFormat({ dateStyle: "long", timeZone: "UTC" });

/** The privacy policy of this community [TEXT-08]. */
export const PrivacyPage = ({ policy: { updated, ...texts } }: { policy: PrivacyPolicy }) => {
  const day = writtenDay(new Date(`${updated}T00:00:00Z`));
  const policy = filledIn(texts, { updated: day });
  const program = useProgramLang();
  const own = useOwnLang();
  return (
    <Page>
      <PageHeader eyebrow="Your data" title="Privacy Policy">
        {policy.intro !== null && <p {...own}>{policy.intro}</p>}
        <p className="mt-4 text-base text-faint">
          Last updated <time dateTime={updated}>{day}</time>
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
