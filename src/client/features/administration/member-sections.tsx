import { Link } from "@tanstack/react-router";
import { Copy, Gavel, Unlink } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { Moment } from "#client/components/marks.tsx";
import { OrderStateMark } from "#client/components/orders/order-parts.tsx";
import { ConsentLine } from "#client/components/rich-text-view.tsx";
import { IssueDialog } from "#client/components/strikes/issue-dialog.tsx";
import { LiftButton } from "#client/components/strikes/lift-dialog.tsx";
import { forbidsText, StrikeStateMark } from "#client/components/strikes/strike-facts.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { may, useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MEMBER_FILE, USER_SCREEN } from "#shared/admin-messages.ts";
import { CONSENT_LIST } from "#shared/consent-messages.ts";
import { PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { ENTRY_KIND_NAMES } from "#shared/points-messages.ts";
import { moneyText, pointsText } from "#shared/rules/format.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { AdminMember, AdminUser } from "#shared/schemas/administration.ts";
import { STRIKE_FORM, STRIKE_SECTION } from "#shared/strike-screen-messages.ts";
import { actionName, nobodyOf } from "./audit-labels.ts";
import { copyId, type Help } from "./user-acts.tsx";

export const LINK =
  "rounded-sm underline decoration-ground-500 underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-accent";

export const TIME = "whitespace-nowrap text-faint tabular-nums";

type SectionProps<Item> = {
  title: string;
  items: readonly Item[];
  /** What is said where there is nothing. */
  none: string;
  /** Leads to the whole list. */
  all?: ReactNode;
  /** A row: an `li` with a key. */
  children: (item: Item) => ReactNode;
};

/** Some of what is known about a member, with a heading. */
const Section = <Item,>({ title, items, none, all, children }: SectionProps<Item>) => {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="panel min-w-0 px-4 pt-3 pb-2">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <h2 id={heading} className="font-display text-xl font-bold tracking-wide display-case">
          {title}
        </h2>
        {items.length > 0 && <span className="text-sm text-muted">{all}</span>}
      </div>
      {items.length === 0 ? (
        <p className="pb-1.5 text-sm text-muted">{none}</p>
      ) : (
        <ul aria-labelledby={heading} className="divide-y divide-ground-700 text-sm">
          {items.map((item) => children(item))}
        </ul>
      )}
    </section>
  );
};

/** One line of it. */
const ROW = "flex min-h-10 flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5";

/** The newest of them: the list has all. */
const SHOWN = 5;

/** A member's strikes, and the way to issue another one. */
const MemberStrikes = ({ user }: { user: AdminUser }) => {
  const { data, isError } = trpc.strikes.list.useQuery({ userId: user.id, limit: SHOWN });
  return (
    <Section
      title={STRIKE_SECTION.title}
      none={
        isError
          ? STRIKE_SECTION.failed
          : data === undefined
            ? STRIKE_SECTION.loading
            : STRIKE_SECTION.none
      }
      items={data?.items ?? []}
      all={
        <Link to="/member/admin/strikes" search={{ whom: user.id }} className={LINK}>
          {STRIKE_SECTION.all}
        </Link>
      }
    >
      {(strike) => (
        <li key={strike.id} className={ROW}>
          <span className="font-semibold tabular-nums">#{strike.id}</span>
          <StrikeStateMark state={strike.state} />
          <span className="min-w-0 grow basis-32 truncate" title={strike.reason}>
            {forbidsText(strike)}
            {strike.rule !== null && <span className="text-faint"> {strike.rule.number}</span>}
          </span>
          <span className="ml-auto flex items-center gap-2">
            <Moment at={strike.issuedAt} className={TIME} />
            {strike.state === "active" && <LiftButton strikeId={strike.id} />}
          </span>
        </li>
      )}
    </Section>
  );
};

/** The button that issues one, beside all that is done about a member. */
export const StrikeButton = ({ user }: { user: AdminUser }) => {
  const [isIssuing, setIsIssuing] = useState(false);
  const member = { id: user.id, ...user.profile };
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="max-md:h-11"
        onClick={() => setIsIssuing(true)}
      >
        <Gavel aria-hidden />
        {STRIKE_FORM.open}
      </Button>
      {isIssuing && <IssueDialog member={member} onClose={() => setIsIssuing(false)} />}
    </>
  );
};

const ICON =
  "grid size-8 place-items-center rounded-lg text-muted transition-colors hover:bg-ground-700 hover:text-accent-strong max-md:size-11";

/** The newest of them: nobody says more than that in a while. */
const CONSENTS_SHOWN = 10;

type HelpingProps = { member: AdminMember; onHelp: (help: Help) => void };

const Links = ({ member: { links }, onHelp }: HelpingProps) => (
  <Section {...MEMBER_FILE.links} items={links}>
    {({ platform, externalId, name, linkedAt }) => (
      <li key={platform} className={ROW}>
        <PlatformIcon platform={platform} className="size-5 shrink-0" />
        <span className="min-w-0 grow basis-40 truncate font-semibold" title={externalId}>
          <span className="sr-only">{PLATFORM_NAMES[platform]}: </span>
          {name}
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-1">
          <Moment at={linkedAt} className={TIME} />
          <button
            type="button"
            aria-label={USER_SCREEN.copyId(PLATFORM_NAMES[platform], name)}
            title={USER_SCREEN.copyId(PLATFORM_NAMES[platform], name)}
            className={ICON}
            onClick={() => void copyId(externalId)}
          >
            <Copy className="size-4" aria-hidden />
          </button>
          <button
            type="button"
            aria-label={PEOPLE_SCREEN.removeLink.label(PLATFORM_NAMES[platform], name)}
            title={PEOPLE_SCREEN.removeLink.label(PLATFORM_NAMES[platform], name)}
            className={ICON}
            onClick={() => onHelp({ act: "removeLink", platform, name })}
          >
            <Unlink className="size-4" aria-hidden />
          </button>
        </span>
      </li>
    )}
  </Section>
);

const Points = ({ user, entries }: AdminMember) => (
  <Section
    {...MEMBER_FILE.points}
    items={entries}
    all={
      <Link to="/member/points" search={{ user: user.id }} className={LINK}>
        {MEMBER_FILE.points.all}
      </Link>
    }
  >
    {({ id, kind, delta, balance, reason, at }) => (
      <li key={id} className={ROW}>
        <span
          className={cn(
            "min-w-12 shrink-0 font-semibold tabular-nums",
            delta < 0 ? "text-ink" : "text-moss",
          )}
        >
          {delta < 0 ? "\u2212" : "+"}
          {pointsText(Math.abs(delta))}
        </span>
        <span className="min-w-0 grow basis-40 truncate" title={reason}>
          {reason === "" ? ENTRY_KIND_NAMES[kind] : reason}
        </span>
        <span className="ml-auto flex shrink-0 gap-3">
          <Moment at={at} className={TIME} />
          <span className="w-16 text-right text-muted tabular-nums">
            <span className="sr-only">Balance: </span>
            {pointsText(balance)}
          </span>
        </span>
      </li>
    )}
  </Section>
);

const Tickets = ({ tickets }: AdminMember) => (
  <Section {...MEMBER_FILE.tickets} items={tickets}>
    {({ id, subject, status, createdAt }) => (
      <li key={id} className={ROW}>
        <Link
          to="/member/tickets/ticket/$ticketId"
          params={{ ticketId: String(id) }}
          className={cn(LINK, "min-w-0 grow basis-40 truncate leading-6")}
          title={subject}
        >
          #{id} {subject}
        </Link>
        <span className={status === "Open" ? "text-accent-strong" : "text-muted"}>
          {status === "Open" ? "Open" : "Closed"}
        </span>
        <Moment at={createdAt} className={TIME} />
      </li>
    )}
  </Section>
);

const Orders = ({ user, orders }: AdminMember) => (
  <Section
    {...MEMBER_FILE.orders}
    items={orders}
    all={
      <Link to="/member/admin/orders" search={{ user: user.id }} className={LINK}>
        {MEMBER_FILE.orders.all}
      </Link>
    }
  >
    {({ id, state, total, currency, createdAt }) => (
      <li key={id} className={ROW}>
        <span className="flex-1">
          <Link
            to="/member/admin/orders"
            search={{ order: id }}
            className={cn(LINK, "tabular-nums")}
          >
            Order #{id}
          </Link>
        </span>
        {total !== null && <span className="tabular-nums">{moneyText(total, currency)}</span>}
        <OrderStateMark state={state} />
        <Moment at={createdAt} className={TIME} />
      </li>
    )}
  </Section>
);

const Sessions = ({ sessions }: AdminMember) => (
  <Section {...MEMBER_FILE.sessions} items={sessions}>
    {({ browser, address, createdAt, lastUsedAt }) => (
      <li key={`${createdAt} ${browser} ${address}`} className={ROW}>
        <span className="min-w-0 grow basis-40 truncate" title={address}>
          {browser} <span className="text-faint">{address}</span>
        </span>
        <Moment at={lastUsedAt} className={TIME} />
      </li>
    )}
  </Section>
);

const Audit = ({ user, audit }: AdminMember) => (
  <Section
    {...MEMBER_FILE.audit}
    items={audit}
    all={
      <Link to="/member/admin/audit" search={{ whom: user.id }} className={LINK}>
        {MEMBER_FILE.audit.all}
      </Link>
    }
  >
    {({ id, at, action, actorId, actor, note }) => (
      <li key={id} className={ROW}>
        <span className="min-w-0 grow basis-40 truncate">
          {actionName(action)}
          {actorId !== user.id && (
            <span className="text-faint">
              {" "}
              by {actorId === null ? nobodyOf(action) : actor === null ? actorId : fullName(actor)}
            </span>
          )}
        </span>
        <Moment at={at} className={TIME} />
        {note !== null && <span className="w-full wrap-anywhere text-muted">“{note}”</span>}
      </li>
    )}
  </Section>
);

/** What they agreed to, the newest first. */
const Consents = ({ user }: AdminMember) => {
  const { data, isError } = trpc.administration.consents.useQuery({ id: user.id });
  return (
    <Section
      title={CONSENT_LIST.memberTitle}
      none={isError ? CONSENT_LIST.loadFailed : data === undefined ? "…" : CONSENT_LIST.memberNone}
      items={data?.entries.slice(0, CONSENTS_SHOWN) ?? []}
    >
      {(entry) => (
        <li key={`${entry.at} ${entry.kind} ${entry.way}`} className={ROW}>
          <ConsentLine entry={entry} className="w-full" />
        </li>
      )}
    </Section>
  );
};

/** What a member has, did and was done to, the newest of each, as far as whoever looks may see it. */
export const MemberSections = ({ member, onHelp }: HelpingProps) => {
  const me = useSession();
  return (
    <div className="mt-4 grid items-start gap-4 @4xl:grid-cols-2">
      {may(me, "points") && <Points {...member} />}
      <Links member={member} onHelp={onHelp} />
      {may(me, "tickets") && <Tickets {...member} />}
      {may(me, "orders") && <Orders {...member} />}
      {may(me, "strikes") && <MemberStrikes user={member.user} />}
      <Sessions {...member} />
      <Consents {...member} />
      {may(me, "audit") && <Audit {...member} />}
    </div>
  );
};
