import { type ReactNode, useEffect, useRef } from "react";

/** Stands where a form was that has been sent, and takes over the focus that its button had. */
export const Outcome = ({ children }: { children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-5 outline-none">
      {children}
    </div>
  );
};
