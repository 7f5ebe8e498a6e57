import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { exactTime } from "#client/lib/time.ts";
import type { SeenBy } from "#shared/schemas/thread.ts";
import { THREAD_STATE } from "#shared/thread-messages.ts";

/** So many are shown by their pictures. */
const SHOWN = 5;

/** Who has read up to the message above. */
export const SeenLine = ({ seen }: { seen: readonly SeenBy[] }) => {
  const said = seen.map(({ name, at }) => THREAD_STATE.seenAt(name, exactTime(new Date(at))));
  const rest = seen.length - SHOWN;
  return (
    <p className="mt-1 flex items-center gap-1 px-1 text-xs text-faint" title={said.join("\n")}>
      <span aria-hidden className="flex items-center gap-0.5">
        {seen.slice(0, SHOWN).map(({ id, name, picture }) => (
          <MemberAvatar key={id} name={name} picture={picture} className="h-4.5" />
        ))}
        {rest > 0 && <span>+{rest}</span>}
      </span>
      <span aria-hidden>{THREAD_STATE.seen}</span>
      <span className="sr-only">{said.join(" ")}</span>
    </p>
  );
};
