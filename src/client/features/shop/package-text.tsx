import { cn } from "#client/lib/cn.ts";

type PackageTextProps = {
  /** HTML that the server has made harmless (shared/schemas/shop.ts). */
  html: string;
  className?: string;
};

/** What the store says of a package. */
export const PackageText = ({ html, className }: PackageTextProps) =>
  html !== "" && (
    <div
      className={cn("package-text", className)}
      // oxlint-disable-next-line react/no-danger -- sanitised on the server, tested there
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
