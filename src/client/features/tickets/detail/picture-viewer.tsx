import { ChevronLeft, ChevronRight, ExternalLink, ImageOff } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";

type PictureViewerProps = {
  pictures: readonly string[];
  index: number;
  isOpen: boolean;
  onIndex: (index: number) => void;
  onClose: () => void;
};

/** One picture of a message, as large as the screen allows, with ways to the others. */
const PictureViewer = ({ pictures, index, isOpen, onIndex, onClose }: PictureViewerProps) => {
  const [broken, setBroken] = useState<string | null>(null);
  const address = pictures[index] ?? "";
  const hasOthers = pictures.length > 1;
  const step = (by: number) => onIndex((index + by + pictures.length) % pictures.length);
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
            Picture {index + 1} of {pictures.length}
          </DialogTitle>
          <DialogDescription className="sr-only">
            {hasOthers ? TICKET_PICTURES.arrowKeys : TICKET_PICTURES.asLarge}
          </DialogDescription>
        </div>
        <div className="grid h-[min(42rem,calc(100dvh-12rem))] grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center bg-ground-950">
          {address === broken ? (
            <p className="flex flex-col items-center gap-3 p-8 text-center text-muted">
              <ImageOff className="size-8" aria-hidden />
              {TICKET_PICTURES.broken}
            </p>
          ) : (
            <img
              key={address}
              src={address}
              alt={TICKET_PICTURES.place(index + 1, pictures.length)}
              referrerPolicy="no-referrer"
              className="size-full object-contain"
              onError={() => setBroken(address)}
            />
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-ground-700 p-4">
          <Button asChild variant="outline" size="sm">
            <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
              <ExternalLink aria-hidden />
              Open original
            </a>
          </Button>
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

export default PictureViewer;
