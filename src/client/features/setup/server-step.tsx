import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Radio } from "lucide-react";
import { useId, useState } from "react";
import { z } from "zod/mini";
import { ServerAnswerView } from "#client/components/server-answer.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Field, Input, Label, NativeSelect } from "#client/components/ui/field.tsx";
import { fieldsOf, messageOf, sendProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";
import { ownTimeZone } from "#shared/rules/format.ts";
import type { ServerQuestion } from "#shared/schemas/servers.ts";
import { SETUP_FORMS } from "#shared/setup-wizard-messages.ts";
import { ASK_NOW } from "#shared/site-messages.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];

/** What somebody is writing under Site is theirs: nothing is published over it. */
class DraftThere extends Error {
  override readonly name = "DraftThere";
}

/**
 * Publishes one section as a changed copy of what is published: draft and publication, as under Site.
 * @param change makes the new content of the present one.
 * @throws {DraftThere}, or what the server refuses; then no draft is left behind.
 */
const publishSection = async (
  { site }: Client,
  section: SiteSection,
  change: (content: unknown) => unknown,
): Promise<void> => {
  const { published, draft, draftRevision, version } = await site.section.query({ section });
  if (draft !== null) throw new DraftThere();
  const content = change(published);
  const mine = { section, content, basedOn: version, revision: draftRevision };
  const { revision } = await site.saveDraft.mutate(mine);
  const revisions = { [section]: revision };
  try {
    await site.publish.mutate({ sections: [section], note: SETUP_FORMS.note, version, revisions });
  } catch (error) {
    await site.discardDraft.mutate({ section }).catch(() => undefined);
    throw error;
  }
};

/** What is said of a publication that failed: the first thing that is wrong with a field, if anything is. */
const publishProblem = (error: unknown): string => {
  if (error instanceof DraftThere) return SETUP_FORMS.draftThere;
  const [field] = Object.entries(fieldsOf(error));
  const { sentence } = sendProblem(error, SETUP_FORMS.publishFailed);
  return field === undefined ? sentence : `${sentence} ${field[0]}: ${field[1]}`;
};

/** Publishes a section, and has the wizard look again at what is true. */
const usePublish = (section: SiteSection) => {
  const { client, setup } = trpc.useUtils();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: (content: unknown) => unknown) => publishSection(client, section, change),
    onSettled: async () => {
      await Promise.all([
        setup.state.invalidate(),
        queries.invalidateQueries({ queryKey: [["site"]] }),
      ]);
    },
  });
};

type PublishedProps = { publish: ReturnType<typeof usePublish> };

/** What came of a publication. */
const PublishOutcome = ({ publish: { isSuccess, error, isPending } }: PublishedProps) => (
  <output className="block empty:hidden">
    {isSuccess && !isPending && <Alert kind="success">{SETUP_FORMS.published}</Alert>}
    {error !== null && !isPending && <Alert kind="error">{publishProblem(error)}</Alert>}
  </output>
);

const filled = textThat((text) => (text.trim() === "" ? SETUP_FORMS.missing : null));

/** The community's name, and how it is reached. */
export const BrandStep = () => {
  const { brand } = useSite();
  const publish = usePublish("brand");
  const form = useForm({
    schema: z.object({ name: filled, tagline: filled, contactEmail: textThat(emailProblem) }),
    initial: { name: brand.name, tagline: brand.tagline, contactEmail: brand.contactEmail },
  });
  const isSame =
    form.values.name === brand.name &&
    form.values.tagline === brand.tagline &&
    form.values.contactEmail === brand.contactEmail;
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={form.submit((typed) =>
        publish.mutate((content) => ({ ...(content as object), ...typed })),
      )}
    >
      <Field label={SETUP_FORMS.name} error={form.error("name")}>
        {(control) => <Input {...control} {...form.field("name")} maxLength={60} />}
      </Field>
      <Field label={SETUP_FORMS.tagline} error={form.error("tagline")}>
        {(control) => <Input {...control} {...form.field("tagline")} maxLength={120} />}
      </Field>
      <Field label={SETUP_FORMS.contactEmail} error={form.error("contactEmail")}>
        {(control) => (
          <Input
            {...control}
            {...form.field("contactEmail")}
            type="email"
            maxLength={LENGTHS.email}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={publish.isPending} disabled={isSame}>
          {SETUP_FORMS.publish}
        </Button>
        <Button asChild variant="outline">
          <Link to="/member/admin/site/$section" params={{ section: "brand" }}>
            {SETUP_FORMS.allOfIt}
          </Link>
        </Button>
      </div>
      <PublishOutcome publish={publish} />
    </form>
  );
};

/** The time zone of the community: the reader's own by one click, any other under Site. */
export const TimezoneStep = () => {
  const { timezone } = useSite();
  const publish = usePublish("brand");
  const own = ownTimeZone();
  return (
    <>
      <p className="leading-relaxed text-muted">
        {SETUP_FORMS.timezoneNow} <strong className="font-semibold text-ink">{timezone}</strong>.{" "}
        {own !== timezone && (
          <>
            {SETUP_FORMS.timezoneYours} <strong className="font-semibold text-ink">{own}</strong>.
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          isBusy={publish.isPending}
          onClick={() => publish.mutate((brand) => ({ ...(brand as object), timezone: own }))}
        >
          {own === timezone ? SETUP_FORMS.keepZone(own) : SETUP_FORMS.takeZone(own)}
        </Button>
        <Button asChild variant="outline">
          <Link
            to="/member/admin/site/$section"
            params={{ section: "brand" }}
            search={{ at: "timezone" }}
          >
            {SETUP_FORMS.otherZone}
          </Link>
        </Button>
      </div>
      <PublishOutcome publish={publish} />
    </>
  );
};

const PORT = /^\d{1,5}$/;
const isPort = (text: string) =>
  PORT.test(text.trim()) && Number(text) > 0 && Number(text) < 65_536;
const port = textThat((text) => (isPort(text) ? null : SETUP_FORMS.badPort));
const maybePort = textThat((text) =>
  text.trim() === "" || isPort(text) ? null : SETUP_FORMS.badPort,
);

const SCHEMA = z.object({ game: filled, name: filled, host: filled, port, queryPort: maybePort });
type Typed = z.infer<typeof SCHEMA>;

/** A key of its own for a server: lower-case words, joined by hyphens. */
const keyFor = (name: string, game: string, taken: ReadonlySet<string>): string => {
  const words =
    name
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const base = (words.join("-") || game).slice(0, 50).replace(/-$/, "");
  let key = base;
  for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
  return key;
};

type Written = { key: string } & Record<string, unknown>;

const serverOf = ({ game, name, host, port, queryPort }: Typed, taken: ReadonlySet<string>) => ({
  key: keyFor(name, game, taken),
  game,
  name: name.trim(),
  host: host.trim(),
  port: Number(port),
  ...(queryPort.trim() !== "" && { queryPort: Number(queryPort) }),
});

type ServerStepProps = {
  /** The keys of the servers that the example has brought along. */
  exampleServers: readonly string[];
};

/** One game server: entered, asked, published. */
export const ServerStep = ({ exampleServers }: ServerStepProps) => {
  const { games, servers } = useSite();
  const asked = games.filter(({ protocol }) => protocol !== "none");
  const ask = trpc.servers.askNow.useMutation();
  const publish = usePublish("servers");
  const form = useForm({
    schema: SCHEMA,
    initial: { game: asked[0]?.key ?? "", name: "", host: "", port: "", queryPort: "" },
  });
  const shown = new Set(servers.map(({ key }) => key));
  const leftovers = exampleServers.filter((key) => shown.has(key));
  const [replaces, setReplaces] = useState(true);
  const replacesId = useId();

  const questionOf = ({ game: key, host, port, queryPort }: Typed): ServerQuestion | null => {
    const game = asked.find((one) => one.key === key);
    if (game === undefined) return null;
    return {
      protocol: game.protocol,
      host: host.trim(),
      port: Number(port),
      ...(queryPort.trim() !== "" && { queryPort: Number(queryPort) }),
      ...(game.queryPort !== undefined && { gameQueryPort: game.queryPort }),
    };
  };
  const { host, port: typedPort, queryPort } = form.values;
  const isAskable = host.trim() !== "" && isPort(typedPort);
  const question = isAskable ? questionOf({ ...form.values, host, queryPort }) : null;
  const isSame = JSON.stringify(ask.variables) === JSON.stringify(question);

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={form.submit((typed) =>
        publish.mutate((content) => {
          const before = Array.isArray(content) ? (content as Written[]) : [];
          const gone = new Set(replaces ? exampleServers : []);
          const kept = before.filter(({ key }) => !gone.has(key));
          return [...kept, serverOf(typed, new Set(kept.map(({ key }) => key)))];
        }),
      )}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={SETUP_FORMS.game} error={form.error("game")}>
          {(control) => (
            <NativeSelect {...control} {...form.field("game")}>
              {asked.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label={SETUP_FORMS.serverName} error={form.error("name")}>
          {(control) => <Input {...control} {...form.field("name")} maxLength={60} />}
        </Field>
        <Field label={SETUP_FORMS.host} error={form.error("host")} className="sm:col-span-2">
          {(control) => (
            <Input {...control} {...form.field("host")} maxLength={253} autoComplete="off" />
          )}
        </Field>
        <Field label={SETUP_FORMS.port} error={form.error("port")}>
          {(control) => (
            <Input {...control} {...form.field("port")} inputMode="numeric" maxLength={5} />
          )}
        </Field>
        <Field label={SETUP_FORMS.queryPort} error={form.error("queryPort")}>
          {(control) => (
            <Input {...control} {...form.field("queryPort")} inputMode="numeric" maxLength={5} />
          )}
        </Field>
      </div>
      <div className="rounded-lg border border-ground-700 bg-ground-950/40 p-3.5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="outline"
            isBusy={ask.isPending}
            disabled={question === null}
            onClick={() => question !== null && ask.mutate(question)}
          >
            <Radio aria-hidden />
            {ASK_NOW.action}
          </Button>
          <p className="min-w-0 flex-1 basis-56 text-sm text-pretty text-muted">
            {question === null ? ASK_NOW.incomplete : SETUP_FORMS.askFirst}
          </p>
        </div>
        <output className="block text-sm">
          {isSame && ask.data !== undefined && (
            <div className="mt-3 border-t border-ground-700 pt-3">
              <ServerAnswerView answer={ask.data} />
            </div>
          )}
          {isSame && ask.error !== null && (
            <Alert kind="error" className="mt-3">
              {messageOf(ask.error) ?? ASK_NOW.failed}
            </Alert>
          )}
        </output>
      </div>
      {leftovers.length > 0 && (
        <div className="flex min-h-9 items-center gap-3">
          <Checkbox
            id={replacesId}
            checked={replaces}
            onCheckedChange={(checked) => setReplaces(checked === true)}
          />
          <Label htmlFor={replacesId}>{SETUP_FORMS.replaces(leftovers.length)}</Label>
        </div>
      )}
      <div>
        <Button type="submit" isBusy={publish.isPending}>
          {SETUP_FORMS.publishServer}
        </Button>
      </div>
      <PublishOutcome publish={publish} />
    </form>
  );
};
