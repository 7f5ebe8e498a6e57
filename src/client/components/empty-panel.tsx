import type { ReactNode } from "react";
import { LostDen } from "#client/components/brand/lost-den.tsx";

/** Stands where a list has nothing: what that means, and what to do next. */
export const EmptyPanel = ({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  /** The button or link that leads on. */
  children?: ReactNode;
}) => (
  <div className="panel flex flex-col items-center px-5 pt-6 pb-10 text-center">
    <LostDen className="w-full max-w-xs" />
    <h2 className="headline mt-4 text-3xl md:text-4xl">{title}</h2>
    <p className="mt-3 max-w-[52ch] text-pretty text-muted">{text}</p>
    {children !== undefined && <div className="mt-6">{children}</div>}
  </div>
);
