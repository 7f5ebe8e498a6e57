import { Blocks, Sections } from "#client/components/document-text.tsx";
import { useOwnLang } from "#client/lib/site.ts";
import type { NewsPost } from "#shared/schemas/news.ts";

/** A text as the page of its post will show it. */
export default ({ opening, sections }: Pick<NewsPost, "opening" | "sections">) => (
  <div {...useOwnLang()}>
    <Sections sections={sections} isInside>
      {opening.length > 0 && <Blocks blocks={opening} />}
    </Sections>
  </div>
);
