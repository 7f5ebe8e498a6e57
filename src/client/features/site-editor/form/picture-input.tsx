import { Crop, ImagePlus, Trash2 } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { UploadRows } from "#client/components/markdown-editor.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { filesIn, useUploads } from "#client/lib/upload-file.ts";
import { PICTURE_PLACES, PICTURE_TYPES } from "#shared/constants/uploads.ts";
import { mediaSizeOf, smallAddress } from "#shared/rules/community.ts";
import { PICTURE_FIELD, PICTURE_UPLOAD } from "#shared/upload-messages.ts";
import { asText, type InputProps, useForm, valueAt } from "./context.ts";
import { CropDialog } from "./crop-dialog.tsx";
import { Labelled } from "./simple-inputs.tsx";

/** A drawing could be drawn here, but the server says why it takes none. */
const isDrawing = ({ type }: Blob) => type === "image/svg+xml";

const opened = async (file: Blob): Promise<ImageBitmap | null> => {
  if (isDrawing(file)) return null;
  try {
    return await createImageBitmap(file);
  } catch {
    return null;
  }
};

const isFile = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** What is there now, in the shape of its place. */
const Shown = ({ field, address }: { field: InputProps<"picture">["field"]; address: string }) => {
  const { aspect } = PICTURE_PLACES[field.place];
  return (
    <div
      className="grid h-28 max-w-full place-items-center overflow-clip rounded-lg border border-ground-600 bg-ground-950"
      style={{ aspectRatio: aspect ?? 1 }}
    >
      {address === "" ? (
        <span className="px-2 text-center text-sm text-faint">{PICTURE_FIELD.none}</span>
      ) : (
        <img
          src={smallAddress(address)}
          alt={PICTURE_FIELD.current(field.label)}
          {...mediaSizeOf(address)}
          className="size-full object-contain"
        />
      )}
    </div>
  );
};

/** A picture of the site's own: chosen, dropped or pasted, cropped to its place, and uploaded. */
export const PictureInput = ({ field, path, value }: InputProps<"picture">) => {
  const { read, set } = useForm();
  const { uploads, start } = useUploads();
  const chooser = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<{ picture: ImageBitmap; name: string } | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [isOver, setOver] = useState(false);
  const address = asText(value);
  const { instead } = field;
  const choice = address === "" ? PICTURE_FIELD.choose : PICTURE_FIELD.another;

  const put = (next: string | undefined) => {
    set(path, next);
    if (instead === undefined) return;
    const sibling = [...path.slice(0, -1), instead.key];
    const present = valueAt(read(), sibling);
    if (next !== undefined) set(sibling, undefined);
    else if (present === undefined) set(sibling, instead.value);
  };
  const send = (picture: Blob, name: string) => start({ name, picture, onDone: put });
  const take = async (file: Blob, name: string) => {
    for (const upload of uploads) upload.cancel();
    setOpening(true);
    const picture = await opened(file);
    setOpening(false);
    // What this browser cannot read, the server says more about.
    if (picture === null) send(file, name);
    else setOpen({ picture, name });
  };
  const takeFirst = (files: readonly File[]) => {
    const [file] = files;
    if (file !== undefined) void take(file, file.name || PICTURE_UPLOAD.unnamed);
  };
  const cropAgain = async () => {
    setOpening(true);
    try {
      const response = await fetch(address);
      await take(await response.blob(), field.label);
    } catch {
      setOpening(false);
    }
  };
  return (
    <Labelled field={field} path={path}>
      {(given) => (
        <div
          data-picture={field.key}
          className={cn(
            "rounded-xl border border-dashed p-3",
            isOver ? "border-accent bg-accent/10" : "border-ground-500",
          )}
          onPaste={(event) => {
            const files = filesIn(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            takeFirst(files);
          }}
          onDragOver={(event) => {
            if (!isFile(event)) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            setOver(false);
            if (!isFile(event)) return;
            event.preventDefault();
            takeFirst(filesIn(event.dataTransfer));
          }}
        >
          <div className="flex flex-wrap items-center gap-4">
            <Shown field={field} address={address} />
            <div className="min-w-0 flex-1 basis-52">
              <div className="flex flex-wrap gap-2">
                <Button
                  {...given}
                  aria-label={`${choice} ${field.label}`}
                  variant="outline"
                  isBusy={isOpening}
                  onClick={() => chooser.current?.click()}
                >
                  {!isOpening && <ImagePlus aria-hidden />}
                  {choice}
                </Button>
                {address !== "" && (
                  <>
                    <Button variant="ghost" onClick={() => void cropAgain()}>
                      <Crop aria-hidden />
                      {PICTURE_FIELD.crop}
                    </Button>
                    <Button variant="ghost" onClick={() => put(undefined)}>
                      <Trash2 aria-hidden />
                      {PICTURE_FIELD.remove}
                    </Button>
                  </>
                )}
              </div>
              <p className="mt-2 text-sm text-pretty text-faint pointer-coarse:hidden">
                {isOver ? PICTURE_FIELD.dropNow : PICTURE_FIELD.drop}
              </p>
            </div>
          </div>
          <input
            ref={chooser}
            type="file"
            accept={PICTURE_TYPES}
            hidden
            aria-label={field.label}
            onChange={({ currentTarget }) => {
              takeFirst([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
          <UploadRows uploads={uploads} />
          {open !== null && (
            <CropDialog
              picture={open.picture}
              place={field.place}
              onClose={() => setOpen(null)}
              onUse={(part) => {
                setOpen(null);
                send(part, open.name);
              }}
            />
          )}
        </div>
      )}
    </Labelled>
  );
};
