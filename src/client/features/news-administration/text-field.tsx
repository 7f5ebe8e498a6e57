import { Eye, Pencil } from "lucide-react";
import { Suspense, useState } from "react";
import { MarkdownEditor } from "#client/components/markdown-editor.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { lazyPart } from "#client/lib/chunks.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NEWS_MAX } from "#shared/constants/lists.ts";
import { NEWS_FORM } from "#shared/news-messages.ts";

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
export const TextField = ({ text, error, read, onText, focusRef }: TextFieldProps) => {
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
