/** Seen where a ticket's bar has room for it, and heard everywhere. */
const WITH_ROOM = "md:@max-2xl/ticket-bar:sr-only";

/** The name of a button of a ticket's bar: beside the queue its icon stands for it. */
export const BarLabel = ({ children }: { children: string }) => (
  <span className={WITH_ROOM}>{children}</span>
);

/** The same for what is done most: there its first word stays. */
export const BarVerb = ({ children }: { children: string }) => {
  const at = children.indexOf(" ");
  return (
    <span>
      {children.slice(0, at)}
      <span className={WITH_ROOM}>{children.slice(at)}</span>
    </span>
  );
};
