import { ChevronLeft, ChevronRight, ImageOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";
import { ATTACHMENT_VIEW } from "#shared/upload-messages.ts";
import { Button } from "./ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "./ui/dialog.tsx";

/** What a viewer of pictures is told, whatever pictures they are. */
export type Viewing = {
  /** Of the picture that is shown. */
  index: number;
  isOpen: boolean;
  onIndex: (index: number) => void;
  onClose: () => void;
};

/** Which of some pictures is shown large. Once opened, its viewer stays to be closed and opened again. */
export const usePictureViewer = () => {
  const [index, setIndex] = useState(0);
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const viewing: Viewing | null =
    state === "never"
      ? null
      : { index, isOpen: state === "open", onIndex: setIndex, onClose: () => setState("closed") };
  const open = (at: number) => {
    setIndex(at);
    setState("open");
  };
  return {
    /** Opens the viewer at a picture. */
    open,
    /** Null until it is opened for the first time. */
    viewing,
  };
};

type LargePictureProps = Omit<ComponentProps<"img">, "alt"> & {
  alt: string;
  isBroken: boolean;
  /** Of the box in which it stands: its height. */
  className: string;
};

/** A picture as large as its box allows, or that it cannot be shown. */
export const LargePicture = ({ alt, isBroken, className, ...picture }: LargePictureProps) => (
  <div
    className={cn(
      "grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center bg-ground-950",
      className,
    )}
  >
    {isBroken ? (
      <p className="flex flex-col items-center gap-3 p-8 text-center text-muted">
        <ImageOff className="size-8" aria-hidden />
        {TICKET_PICTURES.broken}
      </p>
    ) : (
      <img alt={alt} className="size-full object-contain" {...picture} />
    )}
  </div>
);

type PictureDialogProps = Viewing & {
  count: number;
  /** Which keys lead to the others, for whoever hears the dialog. */
  keys: string;
  /** What can be done with the picture. */
  action: ReactNode;
  /** The picture. */
  children: ReactNode;
};

/** One picture of several, as large as the screen allows, with ways to the others. */
export const PictureDialog = ({
  index,
  count,
  isOpen,
  keys,
  action,
  onIndex,
  onClose,
  children,
}: PictureDialogProps) => {
  const hasOthers = count > 1;
  const step = (by: number) => onIndex((index + by + count) % count);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasOthers || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    step(event.key === "ArrowLeft" ? -1 : 1);
  };
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent isWide onKeyDown={onKeyDown}>
        <div className="flex min-h-16 items-center border-b border-ground-700 py-3 pr-16 pl-5">
          <DialogTitle className="font-display text-2xl font-bold tracking-wide tabular-nums">
            {ATTACHMENT_VIEW.place(index + 1, count)}
          </DialogTitle>
          <DialogDescription className="sr-only">
            {hasOthers ? keys : TICKET_PICTURES.asLarge}
          </DialogDescription>
        </div>
        {children}
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-ground-700 p-4">
          {action}
          {hasOthers && (
            <div className="flex gap-2">
              <Button variant="outline" size="sm" onClick={() => step(-1)}>
                <ChevronLeft aria-hidden />
                Previous
              </Button>
              <Button variant="outline" size="sm" onClick={() => step(1)}>
                Next
                <ChevronRight aria-hidden />
              </Button>
            </div>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
};
