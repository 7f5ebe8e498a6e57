import { Link } from "@tanstack/react-router";
import { Ban } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { exactTime } from "#client/lib/time.ts";
import { useStanding } from "#client/lib/use-standing.ts";
import { STRIKE_STRIP } from "#shared/member-area-messages.ts";
import { STRIKE_NOTICES } from "#shared/strike-messages.ts";

type Forbidden = ReturnType<typeof useStanding>["forbidden"][number];

/** What one strike forbids, until when and why. */
const textOf = (some: readonly Forbidden[]): string => {
  const [{ endsAt, reason }] = some as [Forbidden];
  const until = endsAt === null ? null : exactTime(new Date(endsAt));
  const acts = some.map(({ act }) => act);
  const what = STRIKE_NOTICES.forbids(acts, until);
  return reason === "" ? what : `${what} ${STRIKE_NOTICES.reason(reason)}`;
};

/** Says on every member screen what a strike forbids, until when and why, and leads to it. */
export const StrikeStrip = () => {
  const { forbidden } = useStanding();
  if (forbidden.length === 0) return null;
  return (
    <aside
      aria-label={STRIKE_STRIP.title}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-ember/60 bg-ground-850 px-4 py-3 text-ink print:hidden"
    >
      <Ban className="size-5 shrink-0 text-ember" aria-hidden />
      <div className="min-w-0 flex-1 basis-60 text-[0.95rem]">
        <strong className="font-semibold">{STRIKE_STRIP.title}.</strong>
        <ul className="mt-1 space-y-1">
          {[...Map.groupBy(forbidden, ({ strikeId }) => strikeId)].map(([strikeId, some]) => (
            <li key={strikeId} className="wrap-anywhere">
              {textOf(some)}
            </li>
          ))}
        </ul>
      </div>
      <Button asChild size="sm" variant="outline" className="max-md:h-11">
        <Link to="/member/strikes">{STRIKE_STRIP.see}</Link>
      </Button>
    </aside>
  );
};
