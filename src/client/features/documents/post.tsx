import { Link, useParams } from "@tanstack/react-router";
import { Link2, MoveLeft } from "lucide-react";
import { Blocks, Sections } from "#client/components/document-text.tsx";
import { NothingHere } from "#client/components/error-screens.tsx";
import { PageHeader } from "#client/components/page-header.tsx";
import { Page } from "#client/components/page.tsx";
import { Placeholder } from "#client/components/placeholder.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf } from "#client/lib/api-error.ts";
import { ONCE } from "#client/lib/routing/lazy-route.ts";
import { useOwnLang } from "#client/lib/site.ts";
import { dayText, exactTime } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { copyAndSay } from "#client/lib/use-copy.ts";
import { NEWS_SCREEN } from "#shared/news-messages.ts";
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
