import { useMemo } from "react";
import { cn } from "#client/lib/cn.ts";
import { packageHtml } from "#client/lib/package-html.ts";

type PackageTextProps = {
  /** HTML that the server has made harmless (shared/schemas/shop.ts). */
  html: string;
  className?: string;
};

/** What Tebex says of a package. */
export const PackageText = ({ html, className }: PackageTextProps) => {
  // The same object for the same text: React would else write the markup anew each time.
  const markup = useMemo(() => ({ __html: packageHtml(html) }), [html]);
  return (
    html !== "" && (
      <div
        className={cn("package-text", className)}
        // oxlint-disable-next-line react/no-danger -- cleaned on the server, and let through tag by tag
        dangerouslySetInnerHTML={markup}
      />
    )
  );
};
