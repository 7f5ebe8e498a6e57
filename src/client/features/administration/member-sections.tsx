import { Link } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { type ReactNode, useId } from "react";
import { PlatformIcon } from "#client/components/brand/platform-icon.tsx";
import { OrderState } from "#client/components/orders/order-parts.tsx";
import { Moment } from "#client/components/time-ago.tsx";
import { cn } from "#client/lib/cn.ts";
import { MEMBER_FILE, USER_SCREEN } from "#shared/admin-messages.ts";
import { PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { ENTRY_KIND_NAMES } from "#shared/points-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import { moneyText } from "#shared/rules/format.ts";
import { pointsText } from "#shared/rules/format.ts";
import type { AdminMember } from "#shared/schemas/administration.ts";
import { actionName, nobodyOf } from "./audit-labels.ts";
import { copyId } from "./user-acts.ts";

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

const ROW = "flex min-h-10 flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5";

const Links = ({ links }: AdminMember) => (
  <Section {...MEMBER_FILE.links} items={links}>
    {({ platform, externalId, name, linkedAt }) => (
      <li key={platform} className={ROW}>
        <PlatformIcon platform={platform} className="size-5 shrink-0" />
        <span className="min-w-0 grow basis-40 truncate font-semibold" title={externalId}>
          <span className="sr-only">{PLATFORM_NAMES[platform]}: </span>
          {name}
        </span>
        <Moment at={linkedAt} className={TIME} />
        <button
          type="button"
          aria-label={USER_SCREEN.copyId(PLATFORM_NAMES[platform], name)}
          title={USER_SCREEN.copyId(PLATFORM_NAMES[platform], name)}
          className="grid size-8 place-items-center rounded-lg text-muted transition-colors hover:bg-ground-700 hover:text-accent-strong max-md:size-11"
          onClick={() => void copyId(externalId)}
        >
          <Copy className="size-4" aria-hidden />
        </button>
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
          className={cn(LINK, "min-w-0 grow basis-40 truncate")}
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
    {({ id, at, action, actorId, actor }) => (
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
      </li>
    )}
  </Section>
);

/** What a member has, did and was done to, the newest of each. */
export const MemberSections = (member: AdminMember) => (
  <div className="mt-4 grid items-start gap-4 @4xl:grid-cols-2">
    <Points {...member} />
    <Links {...member} />
    <Tickets {...member} />
    <Orders {...member} />
    <Sessions {...member} />
    <Audit {...member} />
  </div>
);
