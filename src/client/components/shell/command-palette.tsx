import { keepPreviousData } from "@tanstack/react-query";
import { type LinkProps, useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { isSlashOn, setSlash } from "#client/components/filter-bar.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Combobox } from "#client/components/ui/combobox.tsx";
import { Dialog, DialogContent, DialogTitle } from "#client/components/ui/dialog.tsx";
import { Checkbox, Label } from "#client/components/ui/field.tsx";
import { searchTermsIn } from "#client/lib/lists.ts";
import { neededFor } from "#client/lib/routing/admin-screens.ts";
import { may, useMay, useSession } from "#client/lib/session/use-session.ts";
import { useDebounced } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PALETTE } from "#shared/admin-messages.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { SEARCH_AFTER_MS } from "#shared/constants/time.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import { namedFields } from "#shared/site-forms/fields.ts";
import { SECTION_FORMS } from "#shared/site-forms/forms.ts";
import { SECTION_TEXTS } from "#shared/site-messages.ts";

type Target = Pick<LinkProps, "to" | "params" | "search">;
type Hit = { key: string; kind: string; text: string; more: string; target: Target };

const PAGES: Readonly<Record<keyof typeof PALETTE.pages, Target>> = {
  today: { to: "/member/admin" },
  users: { to: "/member/admin/users" },
  team: { to: "/member/admin/team" },
  strikes: { to: "/member/admin/strikes" },
  news: { to: "/member/admin/news" },
  newPost: { to: "/member/admin/news/new" },
  site: { to: "/member/admin/site" },
  calendar: { to: "/member/admin/calendar" },
  siteHistory: { to: "/member/admin/site/history" },
  audit: { to: "/member/admin/audit" },
  keys: { to: "/member/admin/keys" },
  webhooks: { to: "/member/admin/webhooks" },
  setup: { to: "/member/admin/setup" },
  providers: { to: "/member/admin/providers" },
  health: { to: "/member/admin/health" },
  orders: { to: "/member/admin/orders" },
  inbox: { to: "/member/admin/inbox" },
  tickets: { to: "/member/tickets/open-tickets" },
  closed: { to: "/member/tickets/closed-tickets" },
  notify: { to: "/member/notifications/create" },
};

/** Every page with its name: the sections of the site are pages, too, for whoever looks for one. */
const ALL_PAGES: readonly Hit[] = [
  ...Object.entries(PALETTE.pages).map(([name, label]) => ({
    name,
    label,
    target: PAGES[name as keyof typeof PAGES],
  })),
  ...Object.entries(SECTION_TEXTS).map(([section, { title }]) => ({
    name: `site ${section}`,
    label: PALETTE.siteOf(title),
    target: { to: "/member/admin/site/$section", params: { section } } as Target,
  })),
].map(({ name, label, target }) => ({
  key: `page ${name}`,
  kind: PALETTE.page,
  text: label,
  more: "",
  target,
}));

/** What can be set up under Site, each with the section that it stands in. */
const ALL_FIELDS: readonly (Hit & { words: string })[] = Object.values(SECTION_FORMS).flatMap(
  ({ section, fields }) =>
    namedFields(fields).map(({ label, key, at }) => ({
      key: `field ${section} ${at} ${label}`,
      kind: PALETTE.field,
      text: label,
      more: PALETTE.siteOf(SECTION_TEXTS[section].title),
      target: {
        to: "/member/admin/site/$section",
        params: { section },
        ...(at !== "" && { search: { at } }),
      } as Target,
      words: `${label} ${key}`.toLowerCase(),
    })),
);

const FIELDS_SHOWN = 8;
/** Fewer letters stand in nearly every label. */
const FIELD_SEARCH_MIN = 3;

/** Fields that have a text in their label or key, those that begin with it first. */
const fieldsFor = (text: string): Hit[] => {
  const words = text.trim().toLowerCase();
  if (words.length < FIELD_SEARCH_MIN) return [];
  const found = ALL_FIELDS.filter((field) => field.words.includes(words));
  const isFirst = (field: { words: string }) => Number(field.words.startsWith(words));
  const inOrder = found.toSorted((a, b) => isFirst(b) - isFirst(a));
  // Two fields of one list lead to the same place.
  return [...new Map(inOrder.map((hit) => [hit.key, hit])).values()].slice(0, FIELDS_SHOWN);
};

/** Whether somebody may open what a hit leads to; most pages outside the administration are everybody's. */
const mayOpen = (user: CurrentUser | null | undefined, { to }: Target): boolean => {
  if (to === "/member/notifications/create") return may(user, "site");
  return to?.startsWith("/member/admin") !== true || may(user, neededFor(to));
};

/** Sections of the site are many: they are found by their names, and not offered before. */
const pagesFor = (text: string): Hit[] => {
  const words = text.trim().toLowerCase();
  return ALL_PAGES.filter(
    ({ key, text: name }) =>
      name.toLowerCase().includes(words) && (words !== "" || !key.startsWith("page site ")),
  );
};

const ticketHit = ({ id, subject }: { id: number; subject: string }): Hit => ({
  key: `ticket ${id}`,
  kind: PALETTE.ticket,
  text: `#${id} ${subject}`,
  more: "",
  target: { to: "/member/tickets/ticket/$ticketId", params: { ticketId: String(id) } },
});

const TICKETS_SHOWN = 5;

/** What a text finds: whom and what the server knows by it, what has it as its number first, and pages by their names. */
const useHits = (text: string) => {
  const user = useSession();
  const asked = useDebounced(text, SEARCH_AFTER_MS);
  const search = searchTermsIn(asked);
  const options = { enabled: search !== undefined, placeholderData: keepPreviousData };
  const known = trpc.administration.find.useQuery({ text: search ?? "" }, options);
  const tickets = trpc.tickets.list.useQuery(
    { status: "Open", search: search ?? "", limit: TICKETS_SHOWN },
    options,
  );
  const { people = [], orders = [], tickets: numbered = [] } = known.data ?? {};
  const worded = (tickets.data?.items ?? []).filter(({ id }) =>
    numbered.every((ticket) => ticket.id !== id),
  );
  const found: Hit[] =
    search === undefined
      ? []
      : [
          ...numbered.map(ticketHit),
          ...orders.map(({ id }) => ({
            key: `order ${id}`,
            kind: PALETTE.order,
            text: PALETTE.orderOf(id),
            more: "",
            target: { to: "/member/admin/orders", search: { order: id } } as Target,
          })),
          ...people.map((person) => ({
            key: `member ${person.id}`,
            kind: PALETTE.member,
            text: fullName(person),
            more: person.email,
            target: { to: "/member/admin/users/$id", params: { id: person.id } } as Target,
          })),
          ...worded.map(ticketHit),
        ];
  return {
    hits: [...found, ...pagesFor(text), ...fieldsFor(text)].filter(({ target }) =>
      mayOpen(user, target),
    ),
    hasFailed: known.isError,
    /** The list is still that of an earlier text: Enter would choose what nobody meant. */
    isBehind:
      asked !== text || (search !== undefined && (known.isPending || known.isPlaceholderData)),
  };
};

const Box = ({ onChosen }: { onChosen: () => void }) => {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const seesAddresses = useMay("addresses");
  const { hits, isBehind, hasFailed } = useHits(text);
  return (
    <div className="p-5 sm:p-6">
      <Label htmlFor={id} className="sr-only">
        {PALETTE.open}
      </Label>
      <Combobox
        id={id}
        look="inline"
        items={hits}
        itemKey={({ key }) => key}
        listLabel={PALETTE.list}
        text={text}
        onText={setText}
        isBehind={isBehind}
        isBusy={isBehind}
        onChoose={({ target }) => {
          onChosen();
          void navigate(target);
        }}
        input={{
          type: "search",
          placeholder: PALETTE.placeholder(seesAddresses),
          maxLength: LENGTHS.search,
          autoComplete: "off",
        }}
        placeholder={!isBehind && <p className="px-4 py-6 text-muted">{PALETTE.nothing}</p>}
      >
        {({ kind, text: name, more }) => (
          <span className="flex w-full min-w-0 items-baseline gap-3">
            <span className="min-w-0 truncate font-semibold">{name}</span>
            <span className="min-w-0 flex-1 truncate text-sm text-muted">{more}</span>
            <span className="shrink-0 text-xs text-faint uppercase">{kind}</span>
          </span>
        )}
      </Combobox>
      {hasFailed && <Alert className="mt-3">{PALETTE.failed}</Alert>}
      <Label className="mt-4 flex min-h-9 items-center gap-3 text-sm text-muted">
        <Checkbox
          defaultChecked={isSlashOn()}
          onCheckedChange={(checked) => setSlash(checked === true)}
        />
        {PALETTE.slash}
      </Label>
    </div>
  );
};

/** Finds people, tickets, orders and pages [ADMIN-11]. */
const CommandPalette = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <DialogContent aria-describedby={undefined}>
      <DialogTitle className="headline px-5 pt-5 text-3xl sm:px-6">{PALETTE.title}</DialogTitle>
      <Box onChosen={onClose} />
    </DialogContent>
  </Dialog>
);

export default CommandPalette;
