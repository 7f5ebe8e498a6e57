import { Link } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { scrollToHash } from "#client/lib/scroll.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { PAGE_FADE_IN_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { hasAnchor, type HomeAnchor, serversAnchor } from "#shared/rules/community.ts";

type HashLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** Id of the section on the home page, without `#`. */
  hash: HomeAnchor;
};

const HERE = { includeHash: true };

/**
 * A link to a section of the home page; followed again on the same page, it scrolls again. Nothing where
 * the home page does not show the section.
 */
export const HashLink = ({ hash, onClick, ...props }: HashLinkProps) =>
  hasAnchor(useSite(), hash) && (
    <Link
      to="/"
      hash={hash}
      search={(previous) => previous}
      resetScroll={false}
      preload={false}
      // Else every one of them would be the "current page" on the home page.
      activeOptions={HERE}
      onClick={(event) => {
        onClick?.(event);
        if (window.location.pathname === "/" && window.location.hash === `#${hash}`)
          scrollToHash(hash);
      }}
      {...props}
    />
  );

type ServersLinkProps = Omit<HashLinkProps, "hash"> & {
  /** What it leads to where the home page has both sections about servers. */
  first?: HomeAnchor;
  /** The classes of what stays of it, as no link, where it shows no servers; left out nothing stays. */
  otherwise?: string;
};

/** Leads to the servers on the home page, in whichever section it shows them; nothing without any. */
export const ServersLink = ({
  first,
  otherwise,
  children = MESSAGES.seeServers,
  ...props
}: ServersLinkProps) => {
  const hash = serversAnchor(useSite(), first);
  if (hash === null)
    return otherwise !== undefined && <span className={otherwise}>{children}</span>;
  return (
    <HashLink hash={hash} {...props}>
      {children}
    </HashLink>
  );
};

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

/**
 * Says, once it is alive, that what the server rendered around it now answers: `html[data-ready]`. What
 * may change the page waits for it, and so do browser tests. It stands where what is shown is: React makes
 * the frame of the page alive first, and a screen in it later.
 */
export const PageReady = () => {
  useEffect(() => {
    document.documentElement.dataset["ready"] = "";
  }, []);
  return null;
};

let hasShownAPage = false;

/**
 * The main landmark of a screen. Fades in when the person came from another screen; the first one is
 * there at once, since what starts invisible is no largest paint.
 */
export const Page = ({ children, className }: { children: ReactNode; className?: string }) => {
  const [isFirst] = useState(() => !hasShownAPage);
  useEffect(() => {
    hasShownAPage = true;
  }, []);
  return (
    <main
      id="main"
      tabIndex={-1}
      style={isFirst ? undefined : { animationDelay: `${PAGE_FADE_IN_MS}ms` }}
      className={cn("flex-1 outline-none", !isFirst && "animate-page-in", className)}
    >
      {children}
    </main>
  );
};
