import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { z } from "zod/mini";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { fieldsOf, sendProblem } from "#client/lib/api-error.ts";
import { textThat, useForm } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { emailProblem } from "#shared/rules/account-fields.ts";
import { ownTimeZone } from "#shared/rules/format.ts";
import type { SiteSection } from "#shared/schemas/site-document.ts";
import { SETUP_FORMS } from "#shared/setup-wizard-messages.ts";

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
export const usePublish = (section: SiteSection) => {
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
export const PublishOutcome = ({ publish: { isSuccess, error, isPending } }: PublishedProps) => (
  <output className="block empty:hidden">
    {isSuccess && !isPending && <Alert kind="success">{SETUP_FORMS.published}</Alert>}
    {error !== null && !isPending && <Alert kind="error">{publishProblem(error)}</Alert>}
  </output>
);

export const filled = textThat((text) => (text.trim() === "" ? SETUP_FORMS.missing : null));

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
