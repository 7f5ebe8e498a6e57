import { Monitor, Smartphone } from "lucide-react";
import { useId } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { exactTime, roughDuration } from "#client/lib/time.ts";
import type { OpenSession } from "#shared/schemas/accounts.ts";
import { SESSIONS } from "#shared/settings-messages.ts";

const HANDHELD = /android|iphone|ipad|ios|phone|mobile|tablet/i;

/** A time in rough words; the exact one shows when a pointer rests on it. */
const When = ({ at, now }: { at: string; now: number | null }) => {
  const date = new Date(at);
  const exact = exactTime(date);
  return (
    <time dateTime={at} title={exact}>
      {now === null ? exact : `${roughDuration(now - date.getTime())} ago`}
    </time>
  );
};

type SessionRowProps = {
  session: OpenSession;
  /** The present in milliseconds; null before it is known. */
  now: number | null;
  onSignOut: () => void;
};

/** One browser that is signed in: what it is, where, since when and when it was last used. */
export const SessionRow = ({ session, now, onSignOut }: SessionRowProps) => {
  const { browser, address, createdAt, lastUsedAt, isCurrent } = session;
  const Icon = HANDHELD.test(browser) ? Smartphone : Monitor;
  const detailsId = useId();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-5 last:pb-0 sm:flex-nowrap sm:items-center">
      <span
        aria-hidden
        className={cn(
          "hexagon grid h-12 w-[2.6rem] shrink-0 place-items-center",
          isCurrent ? "bg-amber text-night-950" : "bg-night-700 text-muted",
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold wrap-anywhere">
          {browser}
          {isCurrent && (
            <span className="rounded-full bg-moss/15 px-2.5 py-0.5 text-xs font-semibold text-moss">
              This browser
            </span>
          )}
        </p>
        <p
          id={detailsId}
          className="mt-1 flex flex-col gap-x-2 text-sm text-muted md:flex-row md:flex-wrap md:[&>span+span]:before:mr-2 md:[&>span+span]:before:text-faint md:[&>span+span]:before:content-['·']"
        >
          <span className="tabular-nums">{address}</span>
          <span>
            Signed in <When at={createdAt} now={now} />
          </span>
          <span>
            {isCurrent ? (
              SESSIONS.inUse
            ) : (
              <>
                Last used <When at={lastUsedAt} now={now} />
              </>
            )}
          </span>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="ml-[3.6rem] sm:ml-0"
        aria-describedby={detailsId}
        aria-label={isCurrent ? SESSIONS.signOut : `Sign out ${browser}`}
        onClick={onSignOut}
      >
        Sign out
      </Button>
    </li>
  );
};
