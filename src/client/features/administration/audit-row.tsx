import {
  ArrowRight,
  Bell,
  Coins,
  Copy,
  Crown,
  History,
  KeyRound,
  Link2,
  LogIn,
  type LucideIcon,
  Newspaper,
  ReceiptText,
  ShieldAlert,
  ShoppingBag,
  Store,
  Ticket,
  UserRound,
  UsersRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { SortColumn, type Sorting } from "#client/components/list-tools.tsx";
import { Moment } from "#client/components/marks.tsx";
import {
  ColumnName,
  ColumnNames,
  OpeningRow,
  SkeletonRows,
} from "#client/components/paged-list.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { cn } from "#client/lib/cn.ts";
import { AUDIT_SCREEN } from "#shared/audit-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";
import type { Person } from "#shared/schemas/members.ts";
import { actionName, type AuditChange, changesOf, nobodyOf, thingName } from "./audit-labels.ts";
import { copyId } from "./user-acts.tsx";

/** What an action is about, by its first word. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  account: UserRound,
  member: UserRound,
  session: LogIn,
  tier: Crown,
  link: Link2,
  notification: Bell,
  news: Newspaper,
  ticket: Ticket,
  points: Coins,
  ledger: ReceiptText,
  bridge_key: KeyRound,
  order: ShoppingBag,
  shop: Store,
  payment: ReceiptText,
  limit: ShieldAlert,
  members: UsersRound,
  statement: ReceiptText,
  tickets: Ticket,
  orders: ShoppingBag,
};
const ALARMING = /(?:refused|reached|broken|guessed|held|unusual)$/;

const TONES = {
  alarm: "bg-ember/15 text-ember",
  /** Done by one to another: most often by an Admin. */
  act: "bg-accent/15 text-accent-strong",
  plain: "bg-ground-700 text-muted",
} as const;

/** By what a line is known at a glance: what it is about, and how grave it is. */
const Mark = ({ action, isAct }: { action: string; isAct: boolean }) => {
  const isAlarming = ALARMING.test(action);
  const [about = ""] = action.split(".");
  const Icon = isAlarming ? ShieldAlert : (ICONS[about] ?? History);
  return (
    <span
      aria-hidden
      className={cn(
        "hexagon grid h-7 w-[1.52rem] shrink-0 place-items-center",
        TONES[isAlarming ? "alarm" : isAct ? "act" : "plain"],
      )}
    >
      <Icon className="size-3.5" />
    </span>
  );
};

const ROW =
  "relative grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-sm @3xl:grid-cols-[auto_minmax(0,12rem)_minmax(0,1.3fr)_minmax(0,1fr)_10.5rem_auto] @3xl:gap-x-4 @3xl:py-1";

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
    <span className="truncate text-ink tabular-nums" title={id}>
      {thingName(action, id)}
    </span>
  ) : (
    <button
      type="button"
      title={title}
      className="relative z-1 min-h-6 max-w-full min-w-6 truncate rounded-sm text-left text-ink underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent"
      onClick={() => onChoose(person)}
    >
      {fullName(person)}
    </button>
  );

const Change = ({ name, before, after, className }: AuditChange & { className: string }) => (
  <div
    className={cn(
      "inline-flex max-w-full items-center gap-x-1.5 rounded-md bg-ground-800 px-2 py-0.5",
      className,
    )}
  >
    <dt className="text-muted">{name}</dt>
    <dd className="flex items-center gap-x-1.5 wrap-anywhere text-ink">
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

/** What the columns of the list are called. */
export const AuditColumns = (sorting: Sorting<"time">) => (
  <ColumnNames className={ROW}>
    <td className="w-[1.52rem]" />
    <ColumnName>Action</ColumnName>
    <ColumnName>{AUDIT_SCREEN.parties}</ColumnName>
    <ColumnName>{AUDIT_SCREEN.changes}</ColumnName>
    <SortColumn {...sorting} name="time" first="-time" isOwn isRight>
      Time
    </SortColumn>
    <td className="w-4" />
  </ColumnNames>
);

type AuditRowProps = {
  entry: AuditLine;
  onWho: (person: Person) => void;
  onWhom: (person: Person) => void;
};

/** Who did it, and to whom or what. */
const Parties = ({ entry, onWho, onWhom }: AuditRowProps) => {
  const { action, actorId, actor, subject, subjectPerson } = entry;
  return (
    <p className="flex min-w-0 items-center text-muted">
      {actorId === null ? (
        <span className="shrink-0">{nobodyOf(action)}</span>
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
          <ArrowRight className="mx-1.5 size-3.5 shrink-0 text-faint" aria-hidden />
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
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-2">
    <dt className="text-faint">{name}</dt>
    <dd className="flex items-center gap-x-1 wrap-anywhere text-ink tabular-nums">{children}</dd>
  </div>
);

/** From where a line of the audit came. */
const Origin = ({ entry: { network, browser, requestId, position } }: { entry: AuditLine }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-1">
    <Fact name="Network">{network ?? "not known"}</Fact>
    <Fact name="Browser">{browser ?? "not known"}</Fact>
    {requestId !== null && (
      <Fact name="Request">
        {requestId}
        <button
          type="button"
          title={AUDIT_SCREEN.copyRequestId}
          aria-label={AUDIT_SCREEN.copyThisRequestId(requestId)}
          className="grid size-8 place-items-center rounded-lg text-muted transition-colors hover:bg-ground-700 hover:text-accent-strong max-md:size-11"
          onClick={() => void copyId(requestId)}
        >
          <Copy className="size-4" aria-hidden />
        </button>
      </Fact>
    )}
    <Fact name="Line">{position === null ? AUDIT_SCREEN.unsealed : String(position)}</Fact>
  </dl>
);

/** A line of the audit: what, who, to whom and when, and opened, from where. */
export const AuditRow = ({ entry, onWho, onWhom }: AuditRowProps) => {
  const { at, action, actorId, subject } = entry;
  const changes = changesOf(entry);
  const isByAnother = actorId !== null && actorId !== subject;
  return (
    <OpeningRow
      className={ROW}
      mark={<Mark action={action} isAct={isByAnother} />}
      name={actionName(action)}
      nameProps={{ title: action, className: "@max-3xl:col-start-2" }}
      details={
        <>
          {changes.length > 0 && (
            <dl className="flex flex-wrap gap-1.5">
              {changes.map((change) => (
                <Change key={change.name} {...change} className="flex-wrap" />
              ))}
            </dl>
          )}
          {entry.note !== null && <p className="wrap-anywhere text-ink">“{entry.note}”</p>}
          <Origin entry={entry} />
        </>
      }
    >
      {(isOpen) => (
        <>
          <div className="min-w-0 @max-3xl:col-start-2">
            <Parties entry={entry} onWho={onWho} onWhom={onWhom} />
          </div>
          <dl className="hidden min-w-0 gap-1.5 overflow-hidden whitespace-nowrap @3xl:flex">
            {!isOpen &&
              changes.map((change) => (
                <Change key={change.name} {...change} className="shrink-0" />
              ))}
          </dl>
          <Moment
            at={at}
            className="whitespace-nowrap text-faint tabular-nums @max-3xl:col-start-2 @3xl:text-right"
          />
        </>
      )}
    </OpeningRow>
  );
};

/** Holds the place of the first lines. */
export const AuditRowSkeletons = () => (
  <SkeletonRows rows={12} className={ROW}>
    <Skeleton className="hexagon h-7 w-[1.52rem]" />
    <Skeleton className="h-5 w-44 max-w-full" />
    <Skeleton className="h-5 w-52 max-w-full @max-3xl:col-start-2" />
    <span className="hidden @3xl:block" />
    <Skeleton className="h-5 w-36 max-w-full @max-3xl:col-start-2" />
  </SkeletonRows>
);
