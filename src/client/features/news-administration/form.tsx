import { Link } from "@tanstack/react-router";
import { ArrowLeft, Eye, Pencil, Trash2 } from "lucide-react";
import { Suspense, useId, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { MarkdownEditor } from "#client/components/markdown-editor.tsx";
import { Moment } from "#client/components/marks.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Field, Input, Label, Textarea } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { useOwnLang } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NEWS_MAX } from "#shared/constants/lists.ts";
import { NEWS, NEWS_FORM } from "#shared/news-messages.ts";
import { ownTimeZone } from "#shared/rules/format.ts";
import { slugOf } from "#shared/rules/written-text.ts";
import type { NewsSource, PostDraftState } from "#shared/schemas/news.ts";
import { APPEARANCES } from "./draft.ts";
import { usePost } from "./use-post.ts";

const Preview = lazyPart(() => import("./preview.tsx"));

/** What the server makes of a text, or what is wrong with it. */
const Shown = ({
  preview: { data, error },
}: {
  preview: Pick<ReturnType<typeof trpc.news.preview.useMutation>, "data" | "error">;
}) => (
  <section
    aria-label={NEWS_FORM.preview}
    className="min-h-64 rounded-lg border border-ground-500 px-4 pb-6 sm:px-6"
  >
    {error !== null ? (
      <Alert className="mt-4">{messageOf(error) ?? NEWS_FORM.previewFailed}</Alert>
    ) : data === undefined ? (
      <Skeleton className="mt-6 h-24" />
    ) : (
      <Suspense fallback={<Skeleton className="mt-6 h-24" />}>
        <Preview {...data} />
      </Suspense>
    )}
  </section>
);

type TextFieldProps = {
  text: string;
  error: string | null;
  /** The text as it is now, whenever it is asked. */
  read: () => string;
  onText: (text: string) => void;
  focusRef: (element: HTMLElement | null) => void;
};

/** The text of a post: as one writes it, or as it will be read. */
const TextField = ({ text, error, read, onText, focusRef }: TextFieldProps) => {
  const [isShown, setShown] = useState(false);
  const preview = trpc.news.preview.useMutation();
  const toggle = () => {
    if (!isShown) preview.mutate({ text });
    setShown(!isShown);
  };
  const Icon = isShown ? Pencil : Eye;
  return (
    <div className="relative">
      <Button
        variant="ghost"
        size="sm"
        className="absolute -top-2.5 right-0 max-md:-top-3.5 max-md:h-11"
        onClick={toggle}
      >
        <Icon aria-hidden />
        {isShown ? NEWS_FORM.write : NEWS_FORM.preview}
      </Button>
      {isShown ? (
        <div className="flex flex-col gap-2">
          <p className="text-[0.95rem] font-semibold">{NEWS_FORM.text}</p>
          <Shown preview={preview} />
        </div>
      ) : (
        <Field label={NEWS_FORM.text} error={error} hint={NEWS_FORM.textHint}>
          {(control) => (
            <div ref={(element) => focusRef(element?.querySelector("textarea") ?? null)}>
              <MarkdownEditor
                {...control}
                label={NEWS_FORM.text}
                value={text}
                maxLength={NEWS_MAX.text}
                read={read}
                onText={onText}
              />
            </div>
          )}
        </Field>
      )}
    </div>
  );
};

/** Leads back to the list. */
export const AllPosts = () => (
  <Link
    to="/member/admin/news"
    className="inline-flex min-h-9 items-center gap-2 font-semibold text-muted transition-colors hover:text-accent-strong"
  >
    <ArrowLeft className="size-4" aria-hidden />
    {NEWS_FORM.all}
  </Link>
);

type Post = ReturnType<typeof usePost>;

/** When it appears: a choice until it has. */
const Appearance = ({ post, source }: { post: Post; source: NewsSource | null }) => {
  const id = useId();
  const { form } = post;
  if (source?.isPublished === true)
    return (
      <div>
        <p className="text-[0.95rem] font-semibold">{NEWS_FORM.appears}</p>
        <p className="mt-2 text-muted">
          {NEWS_FORM.appeared} <Moment at={source.publishAt} />. {NEWS.dateFixed}
        </p>
      </div>
    );
  return (
    <fieldset className="min-w-0">
      <legend className="text-[0.95rem] font-semibold">{NEWS_FORM.appears}</legend>
      <div className="mt-2 flex flex-wrap items-center gap-x-7">
        {APPEARANCES.map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={id}
              aria-labelledby={`${id}-${one}`}
              checked={form.values.appears === one}
              onChange={() => form.set({ appears: one })}
              className="size-5 shrink-0 accent-accent"
            />
            <span id={`${id}-${one}`}>{NEWS_FORM.appearances[one]}</span>
          </label>
        ))}
      </div>
      {form.values.appears === "later" && (
        <Field
          label={NEWS_FORM.publishAt}
          error={form.error("publishAt")}
          hint={NEWS_FORM.inZone(ownTimeZone())}
          className="mt-3 max-w-sm"
        >
          {(control) => (
            <Input {...control} {...form.field("publishAt")} type="datetime-local" step={60} />
          )}
        </Field>
      )}
    </fieldset>
  );
};

/** From when until when it stands on every page. */
const Pinning = ({ form }: Pick<Post, "form">) => (
  <fieldset className="min-w-0">
    <legend className="text-[0.95rem] font-semibold">{NEWS_FORM.pinned}</legend>
    <p className="mt-1 text-sm text-pretty text-muted">{NEWS_FORM.pinnedHint(ownTimeZone())}</p>
    <div className="mt-3 grid gap-5 sm:grid-cols-2">
      <Field label={NEWS_FORM.pinnedFrom} error={form.error("pinnedFrom")}>
        {(control) => (
          <Input {...control} {...form.field("pinnedFrom")} type="datetime-local" step={60} />
        )}
      </Field>
      <Field label={NEWS_FORM.pinnedUntil} error={form.error("pinnedUntil")}>
        {(control) => (
          <Input {...control} {...form.field("pinnedUntil")} type="datetime-local" step={60} />
        )}
      </Field>
    </div>
  </fieldset>
);

const Notifying = ({ post: { form }, source }: { post: Post; source: NewsSource | null }) => {
  if (source?.isPublished === true)
    return source.notifies ? <p className="text-sm text-muted">{NEWS_FORM.notified}</p> : null;
  return (
    <div>
      <Label className="flex min-h-11 items-center gap-3">
        <Checkbox
          checked={form.values.notifies}
          onCheckedChange={(checked) => form.set({ notifies: checked === true })}
        />
        {NEWS_FORM.notifies}
      </Label>
      <p className="text-sm text-pretty text-muted">{NEWS_FORM.notifiesHint}</p>
    </div>
  );
};

const Outdated = ({ isLoading, keepBoth, takeTheirs }: Post) => (
  <Alert>
    <p className="font-semibold">{NEWS_FORM.outdated}</p>
    <p className="mt-1">{NEWS_FORM.outdatedText}</p>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" className="h-11" isBusy={isLoading} onClick={() => void keepBoth()}>
        {NEWS_FORM.keepBoth}
      </Button>
      <Button
        variant="outline"
        size="sm"
        className="h-11"
        disabled={isLoading}
        onClick={() => void takeTheirs()}
      >
        {NEWS_FORM.takeTheirs}
      </Button>
    </div>
  </Alert>
);

const Removal = ({ source, remove }: Pick<Post, "remove"> & { source: NewsSource }) => {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="danger"
        className="w-full sm:ml-auto sm:w-auto"
        onClick={() => {
          remove.reset();
          setAsking(true);
        }}
      >
        <Trash2 aria-hidden />
        {NEWS_FORM.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking && !remove.isSuccess}
        title={NEWS_FORM.removeTitle}
        text={
          <>
            <p className="font-semibold wrap-anywhere text-ink">{source.title}</p>
            <p>{NEWS_FORM.removeText}</p>
          </>
        }
        action={NEWS_FORM.removeAction}
        isBusy={remove.isPending}
        error={remove.error && (messageOf(remove.error) ?? NEWS_FORM.removeFailed)}
        onConfirm={() => remove.mutate({ id: source.id })}
        onClose={() => setAsking(false)}
      />
    </>
  );
};

type PostFormProps = {
  /** What is changed; null for a new post. */
  source: NewsSource | null;
  /** What was being written of it; null for nothing. */
  draft: PostDraftState | null;
  userId: string;
};

const LIGHTS: Readonly<Record<Post["saving"], string>> = {
  none: "bg-ground-500",
  waiting: "bg-accent",
  saving: "bg-accent",
  saved: "bg-moss",
  failed: "bg-ember",
  conflict: "bg-ember",
};

/** Whether what is written is kept on the server. */
export const SavingMark = ({ saving }: Pick<Post, "saving">) => (
  <output className="flex min-h-5 items-center gap-2 text-sm text-muted">
    <span aria-hidden className={cn("hexagon h-[11px] w-[10px]", LIGHTS[saving])} />
    {NEWS_FORM.saving[saving]}
  </output>
);

/** Somebody else has saved the same draft: one of the two goes on. */
const DraftConflict = ({ isLoading, settle }: Post) => (
  <Alert>
    <p className="font-semibold">{NEWS_FORM.draftConflict}</p>
    <div className="mt-3 flex flex-wrap gap-2">
      <Button size="sm" className="h-11" isBusy={isLoading} onClick={() => void settle(false)}>
        {NEWS_FORM.keepMine}
      </Button>
      <Button
        variant="outline"
        size="sm"
        className="h-11"
        disabled={isLoading}
        onClick={() => void settle(true)}
      >
        {NEWS_FORM.takeTheirs}
      </Button>
    </div>
  </Alert>
);

/** Writes a post, or changes one. */
export const PostForm = ({ source, draft: resumed, userId }: PostFormProps) => {
  const own = useOwnLang();
  const post = usePost(source, resumed, userId);
  const { form, isSending, isOver } = post;
  const { values } = form;
  const submit = form.submit((draft) => {
    if (!isSending && !isOver) void post.send(draft);
  });
  const action =
    source?.isPublished === true
      ? NEWS_FORM.save
      : values.appears === "now"
        ? NEWS_FORM.publish
        : NEWS_FORM.schedule;
  return (
    <form onSubmit={submit} noValidate className="panel mt-4 p-5 sm:p-8">
      <fieldset disabled={isOver} className="min-w-0 space-y-7">
        <legend className="sr-only">{NEWS_FORM.post}</legend>
        <SavingMark saving={post.saving} />
        {post.saving === "conflict" && <DraftConflict {...post} />}
        {post.isRestored && !post.isOutdated && (
          <Alert kind="info">
            <p>{NEWS_FORM.restored}</p>
            <Button variant="outline" size="sm" className="mt-2 h-11" onClick={post.discard}>
              {NEWS_FORM.discard}
            </Button>
          </Alert>
        )}
        <Field label={NEWS_FORM.title} error={form.error("title")}>
          {(control) => (
            <Input
              {...control}
              {...form.field("title")}
              {...own}
              autoComplete="off"
              maxLength={NEWS_MAX.title}
            />
          )}
        </Field>
        <Field label={NEWS_FORM.summary} error={form.error("summary")} hint={NEWS_FORM.summaryHint}>
          {(control) => (
            <Textarea
              {...control}
              {...form.field("summary")}
              {...own}
              maxLength={NEWS_MAX.summary}
              className="min-h-20"
            />
          )}
        </Field>
        <Field label={NEWS_FORM.slug} error={form.error("slug")} hint={NEWS_FORM.slugHint}>
          {(control) => (
            <div className="flex items-center gap-2">
              <span className="shrink-0 text-muted">/news/</span>
              <Input
                {...control}
                {...form.field("slug")}
                placeholder={source?.slug ?? slugOf(values.title, NEWS_MAX.slug - 4)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={NEWS_MAX.slug}
              />
            </div>
          )}
        </Field>
        <TextField
          text={values.text}
          error={form.error("text")}
          read={post.readText}
          focusRef={form.focusOf("text")}
          onText={(text) => form.set({ text })}
        />
        <Appearance post={post} source={source} />
        <Pinning form={form} />
        <Notifying post={post} source={source} />
        {post.isOutdated ? (
          <Outdated {...post} />
        ) : (
          form.problem !== null && <Alert>{form.problem.sentence}</Alert>
        )}
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" isBusy={isSending}>
            {action}
          </Button>
          <Button asChild variant="outline">
            <Link to="/member/admin/news">{NEWS_FORM.cancel}</Link>
          </Button>
          {source !== null && <Removal source={source} remove={post.remove} />}
        </div>
      </fieldset>
    </form>
  );
};
