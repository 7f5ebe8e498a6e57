import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { scrollToHash } from "#client/lib/scroll.ts";

type HashLinkProps = Omit<ComponentProps<"a">, "href"> & {
  /** Id of the section on the home page, without `#`. */
  hash: string;
};

/** A link to a section of the home page; followed again on the same page, it scrolls again. */
export const HashLink = ({ hash, onClick, ...props }: HashLinkProps) => (
  <Link
    to="/"
    hash={hash}
    search={(previous) => previous}
    resetScroll={false}
    preload={false}
    onClick={(event) => {
      onClick?.(event);
      if (window.location.pathname === "/" && window.location.hash === `#${hash}`)
        scrollToHash(hash);
    }}
    {...props}
  />
);
