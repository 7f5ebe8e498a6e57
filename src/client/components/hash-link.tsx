import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { scrollToHash } from "#client/lib/scroll.ts";

type HashLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** Id of the section on the home page, without `#`. */
  hash: string;
};

const HERE = { includeHash: true };

/** A link to a section of the home page; followed again on the same page, it scrolls again. */
export const HashLink = ({ hash, onClick, ...props }: HashLinkProps) => (
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
