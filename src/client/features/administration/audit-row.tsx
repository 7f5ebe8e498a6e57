import { ArrowRight } from "lucide-react";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { AUDIT_SCREEN } from "#shared/audit-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";
import type { Person } from "#shared/schemas/members.ts";
import { actionName, type AuditChange, changesOf, nobodyOf, thingName } from "./audit-labels.ts";
import { AuditMark } from "./audit-mark.tsx";
import { AuditOrigin } from "./audit-origin.tsx";

const ROW =
  "grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-3.5 sm:gap-x-5 @2xl:grid-cols-[auto_minmax(0,1fr)_8rem] @2xl:px-5";
/** Beside what happened where there is room, else below it. */
const WHEN = "@max-2xl:col-start-2 @2xl:text-right";

type WhoProps = {
  action: string;
  /** A user's id, or of something else. */
  id: string;
  person: Person | null;
  /** What the button does, such as "Show only what they did". */
  title: string;
  onChoose: (person: Person) => void;
};

/** Somebody, by whom the list can be narrowed; an id where it is nobody that is known. */
const Who = ({ action, id, person, title, onChoose }: WhoProps) =>
  person === null ? (
    <span className="text-bone tabular-nums" title={id}>
      {thingName(action, id)}
    </span>
  ) : (
    <button
      type="button"
      title={title}
      className="rounded-sm text-left font-semibold wrap-anywhere text-bone underline decoration-night-500 underline-offset-4 transition-colors hover:text-amber-strong hover:decoration-amber"
      onClick={() => onChoose(person)}
    >
      {fullName(person)}
    </button>
  );

const Change = ({ name, before, after }: AuditChange) => (
  <div className="inline-flex max-w-full flex-wrap items-center gap-x-1.5 rounded-md bg-night-800 px-2 py-0.5">
    <dt className="text-muted">{name}</dt>
    <dd className="flex flex-wrap items-center gap-x-1.5 wrap-anywhere text-bone">
      {before !== null && <span className={after === null ? "" : "text-muted"}>{before}</span>}
      {before !== null && after !== null && (
        <>
          <ArrowRight className="size-3.5 text-faint" aria-hidden />
          <span className="sr-only">to</span>
        </>
      )}
      {after !== null && <span className="font-semibold">{after}</span>}
    </dd>
  </div>
);

type AuditRowProps = {
  entry: AuditLine;
  onWho: (person: Person) => void;
  onWhom: (person: Person) => void;
};

/** Who did what, to whom or what, and when. */
export const AuditRow = ({ entry, onWho, onWhom }: AuditRowProps) => {
  const { at, action, actorId, actor, subject, subjectPerson } = entry;
  const changes = changesOf(entry);
  const isByAnother = actorId !== null && actorId !== subject;
  return (
    <li className={ROW}>
      <AuditMark action={action} isAct={isByAnother} />
      <div className="min-w-0">
        <p className="leading-snug font-semibold wrap-anywhere" title={action}>
          {actionName(action)}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {actorId === null ? (
            nobodyOf(action)
          ) : (
            <Who
              action=""
              id={actorId}
              person={actor}
              title={AUDIT_SCREEN.onlyTheirActs}
              onChoose={onWho}
            />
          )}
          {subject !== null && subject !== actorId && (
            <>
              <ArrowRight className="mx-1.5 inline size-3.5 text-faint" aria-hidden />
              <span className="sr-only"> to </span>
              <Who
                action={action}
                id={subject}
                person={subjectPerson}
                title={AUDIT_SCREEN.onlyDoneToThem}
                onChoose={onWhom}
              />
            </>
          )}
        </p>
        {changes.length > 0 && (
          <dl className="mt-2 flex flex-wrap gap-1.5 text-sm">
            {changes.map((change) => (
              <Change key={change.name} {...change} />
            ))}
          </dl>
        )}
        <AuditOrigin entry={entry} />
      </div>
      <p className={cn(WHEN, "text-sm whitespace-nowrap text-faint @max-2xl:mt-1")}>
        <TimeAgo at={at} />
      </p>
    </li>
  );
};

/** Holds the place of the first lines. */
export const AuditRowSkeletons = () => (
  <SkeletonRows rows={6} className={ROW}>
    <Skeleton className="hexagon h-11 w-[2.4rem]" />
    <div className="min-w-0">
      <Skeleton className="h-5 w-44 max-w-full" />
      <Skeleton className="mt-1.5 h-4 w-60 max-w-full" />
    </div>
    <div className={WHEN}>
      <Skeleton className="h-4 w-24 @max-2xl:mt-2 @2xl:ml-auto" />
    </div>
  </SkeletonRows>
);
