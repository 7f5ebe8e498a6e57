import { RotateCw, X } from "lucide-react";
import type { Upload } from "#client/lib/upload-file.ts";
import { PICTURE_UPLOAD } from "#shared/picture-messages.ts";
import { Button } from "./ui/button.tsx";

const Sending = ({ upload: { name, share, cancel } }: { upload: Upload }) => (
  <div className="flex min-h-11 items-center gap-3">
    <progress
      aria-label={PICTURE_UPLOAD.uploading(name)}
      max={1}
      value={share}
      className="h-1.5 min-w-16 flex-1 appearance-none overflow-hidden rounded-full bg-ground-700 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-ground-700 [&::-webkit-progress-value]:bg-accent"
    />
    <Button variant="ghost" size="sm" className="h-11" onClick={cancel}>
      {PICTURE_UPLOAD.cancel}
    </Button>
  </div>
);

type RefusedProps = Pick<Upload, "cancel" | "again"> & {
  refusal: NonNullable<Upload["refusal"]>;
};

const Refused = ({ refusal: { sentence, mayRecover }, cancel, again }: RefusedProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-ember/50 bg-ember/10 py-1 pr-1 pl-4">
    <p role="alert" className="min-w-0 flex-1 basis-60 py-1.5 text-[0.95rem] text-pretty">
      {sentence}
    </p>
    <div className="flex">
      {mayRecover && (
        <Button variant="ghost" size="sm" className="h-11" onClick={again}>
          <RotateCw aria-hidden />
          {PICTURE_UPLOAD.tryAgain}
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        className="size-11"
        aria-label={PICTURE_UPLOAD.dismiss}
        title={PICTURE_UPLOAD.dismiss}
        onClick={cancel}
      >
        <X aria-hidden />
      </Button>
    </div>
  </div>
);

/** Pictures that are on their way, with a way to take them back, and those that were refused. */
export const UploadRows = ({ uploads }: { uploads: readonly Upload[] }) =>
  uploads.length > 0 && (
    <div className="mt-2 grid grid-cols-1 gap-2">
      {uploads.map((upload) =>
        upload.refusal === null ? (
          <Sending key={upload.id} upload={upload} />
        ) : (
          <Refused
            key={upload.id}
            refusal={upload.refusal}
            cancel={upload.cancel}
            again={upload.again}
          />
        ),
      )}
    </div>
  );
