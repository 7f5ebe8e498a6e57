import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { scrollToHash } from "#client/lib/scroll.ts";
import { useSite } from "#client/lib/site.ts";
import { MESSAGES } from "#shared/messages.ts";
import { hasAnchor, type HomeAnchor, serversAnchor } from "#shared/rules/home.ts";

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
