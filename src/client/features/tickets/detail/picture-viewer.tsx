import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { LargePicture, PictureDialog, type Viewing } from "#client/components/picture-dialog.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";

type PictureViewerProps = Viewing & { pictures: readonly string[] };

/** One picture of a message, as large as the screen allows, with ways to the others. */
const PictureViewer = ({ pictures, ...viewing }: PictureViewerProps) => {
  const [broken, setBroken] = useState<string | null>(null);
  const address = pictures[viewing.index] ?? "";
  return (
    <PictureDialog
      {...viewing}
      count={pictures.length}
      keys={TICKET_PICTURES.arrowKeys}
      action={
        <Button asChild variant="outline" size="sm">
          <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
            <ExternalLink aria-hidden />
            Open original
          </a>
        </Button>
      }
    >
      <LargePicture
        key={address}
        src={address}
        alt={TICKET_PICTURES.place(viewing.index + 1, pictures.length)}
        isBroken={address === broken}
        referrerPolicy="no-referrer"
        className="h-[min(42rem,calc(100dvh-12rem))]"
        onError={() => setBroken(address)}
      />
    </PictureDialog>
  );
};

export default PictureViewer;
