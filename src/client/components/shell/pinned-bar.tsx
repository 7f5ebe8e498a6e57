import { Link } from "@tanstack/react-router";
import { Megaphone, X } from "lucide-react";
import { useFocusMark, usePageMark } from "#client/lib/page-marks.ts";
import { useOwnLang } from "#client/lib/site.ts";
import { NEWS_SCREEN } from "#shared/news-messages.ts";
import type { NewsItem } from "#shared/schemas/news.ts";

/** One line at the lower edge; not where one writes in a ticket. */
export default ({ post, onClose }: { post: NewsItem; onClose: () => void }) => {
  usePageMark("has-pinned");
  useFocusMark("is-typing");
  return (
    <aside
      data-pinned
      aria-label={NEWS_SCREEN.pinned}
      className="fixed inset-x-2 bottom-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom)+0.5rem)] z-30 flex h-12 animate-in items-center rounded-lg border border-accent/50 bg-ground-850 pl-3.5 text-ink shadow-2xl fade-in in-[.has-thread]:hidden motion-reduce:animate-none md:right-auto md:left-4 md:max-w-md print:hidden"
    >
      <Megaphone className="size-5 shrink-0 text-accent" aria-hidden />
      <Link
        to="/news/$slug"
        params={{ slug: post.slug }}
        title={post.title}
        className="flex h-full min-w-0 flex-1 items-center px-3 font-semibold underline decoration-accent/50 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-current focus-visible:-outline-offset-2"
      >
        <span {...useOwnLang()} className="truncate">
          {post.title}
        </span>
      </Link>
      <button
        type="button"
        aria-label={NEWS_SCREEN.close}
        title={NEWS_SCREEN.close}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2"
        onClick={onClose}
      >
        <X className="size-5" aria-hidden />
      </button>
    </aside>
  );
};
