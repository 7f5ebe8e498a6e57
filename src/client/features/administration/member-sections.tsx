import { Link } from "@tanstack/react-router";
import { Copy, Unlink } from "lucide-react";
import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { ConsentLine } from "#client/components/consent-entries.tsx";
import { OrderState } from "#client/components/orders/order-parts.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { cn } from "#client/lib/cn.ts";
import { may } from "#client/lib/session/may.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MEMBER_FILE, USER_SCREEN } from "#shared/admin-messages.ts";
import { CONSENT_LIST } from "#shared/consent-messages.ts";
import { PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { ENTRY_KIND_NAMES } from "#shared/points-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import { moneyText } from "#shared/rules/format.ts";
import { pointsText } from "#shared/rules/format.ts";
import type { AdminMember } from "#shared/schemas/administration.ts";
import { actionName, nobodyOf } from "./audit-labels.ts";
import { LINK, ROW, Section, TIME } from "./member-section.tsx";
import { MemberStrikes } from "./member-strikes.tsx";
import type { Help } from "./use-help.tsx";
import { copyId } from "./user-acts.ts";

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
        <OrderState state={state} />
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
