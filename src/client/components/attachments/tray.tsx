import { Camera, FileText, ImagePlus, Paperclip, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { UploadRows } from "#client/components/markdown-editor.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ATTACHMENT_LENGTHS, PICTURE_TYPES, TEXT_FILE_ENDINGS } from "#shared/constants/uploads.ts";
import { byteText } from "#shared/rules/format.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { ATTACHMENT_SCREEN } from "#shared/upload-messages.ts";
import type { Attachments } from "./use-attachments.ts";
import { useFresh } from "./view.tsx";

const ACCEPT = [PICTURE_TYPES, ...TEXT_FILE_ENDINGS.map((ending) => `.${ending}`)].join(",");

const BOX =
  "grid size-14 shrink-0 place-items-center overflow-clip rounded-lg border border-ground-600 bg-ground-950 text-faint";

const Thumb = ({ attachment, onLost }: { attachment: Attachment; onLost: () => void }) => {
  const { shown, onError } = useFresh(attachment, onLost);
  return (
    <span className={BOX}>
      <img
        src={shown.smallUrl ?? shown.url}
        alt=""
        width={56}
        height={56}
        className="size-full object-cover"
        onError={onError}
      />
    </span>
  );
};

type RowProps = { attachment: Attachment; attachments: Attachments };

/** Says what a picture shows, for those who do not see it; kept once one goes on. */
const Description = ({ attachment, attachments }: RowProps) => {
  const { id, name, alt } = attachment;
  const [text, setText] = useState(alt);
  const describe = trpc.attachments.describe.useMutation({ onSuccess: attachments.replace });
  const save = () => {
    if (text.trim() !== alt) describe.mutate({ id, alt: text.trim() });
  };
  return (
    <>
      <Input
        aria-label={ATTACHMENT_SCREEN.alt(name || ATTACHMENT_SCREEN.picture)}
        placeholder={ATTACHMENT_SCREEN.altPlaceholder}
        maxLength={ATTACHMENT_LENGTHS.alt}
        value={text}
        className="h-9 text-sm"
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // It sends nothing.
          event.preventDefault();
          save();
        }}
      />
      {describe.isError && (
        <p role="alert" className="mt-1 text-sm text-ember">
          {messageOf(describe.error) ?? ATTACHMENT_SCREEN.altFailed}
        </p>
      )}
    </>
  );
};

const Row = ({ attachment, attachments }: RowProps) => {
  const { id, kind, name, sizeBytes } = attachment;
  const called = name || ATTACHMENT_SCREEN.picture;
  return (
    <li className="flex items-center gap-3">
      {kind === "picture" ? (
        <Thumb attachment={attachment} onLost={() => attachments.lose(id)} />
      ) : (
        <span className={BOX}>
          <FileText className="size-6" aria-hidden />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm text-muted">
          <bdi>{called}</bdi> <span className="text-faint">{byteText(sizeBytes)}</span>
        </p>
        {kind === "picture" && <Description attachment={attachment} attachments={attachments} />}
      </div>
      <Button
        variant="ghost"
        size="icon"
        className="size-11"
        aria-label={ATTACHMENT_SCREEN.remove(called)}
        title={ATTACHMENT_SCREEN.remove(called)}
        onClick={() => attachments.remove(id)}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
};

/** The files that are added, and those that are on their way. */
export const AttachmentTray = ({ attachments }: { attachments: Attachments }) => {
  const { list, uploads, problem, isOver } = attachments;
  if (list.length === 0 && uploads.length === 0 && problem === null && !isOver) return null;
  return (
    <div className="mb-2.5 max-h-[40dvh] overflow-y-auto">
      {isOver && (
        <p className="mb-2 rounded-lg border border-dashed border-accent bg-accent/10 px-3 py-2 text-center text-sm">
          {ATTACHMENT_SCREEN.drop}
        </p>
      )}
      {list.length > 0 && (
        <ul aria-label={ATTACHMENT_SCREEN.list} className="grid grid-cols-1 gap-2">
          {list.map((one) => (
            <Row key={one.id} attachment={one} attachments={attachments} />
          ))}
        </ul>
      )}
      <UploadRows uploads={uploads} />
      {problem !== null && (
        <p role="alert" className="mt-2 px-1 text-sm text-ember">
          {problem}
        </p>
      )}
    </div>
  );
};

/** Chooses a file of this device. */
const useChooser = (onFiles: (files: readonly File[]) => void) => {
  const control = useRef<HTMLInputElement>(null);
  return {
    open: () => control.current?.click(),
    props: {
      ref: control,
      type: "file",
      hidden: true,
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        onFiles([...(currentTarget.files ?? [])]);
        currentTarget.value = "";
      },
    } as const,
  };
};

type ButtonsProps = {
  attachments: Attachments;
  /** Whether they say in words what they do. */
  isWordy?: boolean;
};

/** The ways to add files; none where this community takes none. */
export const AttachmentButtons = ({ attachments, isWordy = false }: ButtonsProps) => {
  const { uploads } = useSite();
  const id = useId();
  const chooser = useChooser(attachments.add);
  const camera = useChooser(attachments.add);
  if (uploads === null) return null;
  const look = isWordy
    ? ({ variant: "outline", className: "" } as const)
    : ({ variant: "ghost", size: "icon", className: "pointer-coarse:size-11" } as const);
  const words = { "aria-label": ATTACHMENT_SCREEN.add, title: ATTACHMENT_SCREEN.hint };
  return (
    <div className={isWordy ? "flex flex-wrap gap-2" : "-ml-2 flex"}>
      <Button {...look} {...(!isWordy && words)} onClick={chooser.open}>
        {isWordy ? <ImagePlus aria-hidden /> : <Paperclip aria-hidden />}
        {isWordy && ATTACHMENT_SCREEN.add}
      </Button>
      <Button
        {...look}
        {...(!isWordy && {
          "aria-label": ATTACHMENT_SCREEN.photograph,
          title: ATTACHMENT_SCREEN.photograph,
        })}
        className={cn(look.className, "pointer-fine:hidden")}
        onClick={camera.open}
      >
        <Camera aria-hidden />
        {isWordy && ATTACHMENT_SCREEN.photograph}
      </Button>
      <input
        {...chooser.props}
        id={`${id}-files`}
        aria-label={ATTACHMENT_SCREEN.add}
        accept={ACCEPT}
        multiple
      />
      <input
        {...camera.props}
        aria-label={ATTACHMENT_SCREEN.photograph}
        accept="image/*"
        capture="environment"
      />
    </div>
  );
};

/** Files of a new ticket, as a field of its form; nothing where this community takes none. */
export const AttachmentField = ({ attachments }: { attachments: Attachments }) => {
  const { uploads } = useSite();
  const id = useId();
  if (uploads === null) return null;
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="mb-2 font-semibold">{ATTACHMENT_SCREEN.label}</legend>
      <AttachmentTray attachments={attachments} />
      <AttachmentButtons attachments={attachments} isWordy />
      <p id={id} className="mt-2 text-sm text-faint">
        {attachments.isBusy ? ATTACHMENT_SCREEN.wait : ATTACHMENT_SCREEN.hint}
      </p>
    </fieldset>
  );
};
