import { Download } from "lucide-react";
import { LargePicture, PictureDialog, type Viewing } from "#client/components/picture-dialog.tsx";
import { Button } from "#client/components/ui/button.tsx";
import type { Attachment } from "#shared/schemas/attachments.ts";
import { ATTACHMENT_VIEW } from "#shared/upload-messages.ts";
import { SaveLink, useFresh } from "./view.tsx";

const Picture = ({ picture }: { picture: Attachment }) => {
  const { shown, isBroken, onError } = useFresh(picture);
  return (
    <>
      <LargePicture
        src={shown.url}
        alt={shown.alt || ATTACHMENT_VIEW.noAlt}
        isBroken={isBroken}
        className="h-[min(42rem,calc(100dvh-15rem))]"
        onError={onError}
      />
      {shown.alt !== "" && (
        <p aria-hidden className="border-t border-ground-700 px-5 py-3 wrap-anywhere text-muted">
          {shown.alt}
        </p>
      )}
    </>
  );
};

type ViewerProps = Viewing & { pictures: readonly Attachment[] };

/** One picture, as large as the screen allows, with ways to the others and to save it. */
const Viewer = ({ pictures, isOpen, ...viewing }: ViewerProps) => {
  const picture = pictures[viewing.index];
  return (
    <PictureDialog
      {...viewing}
      isOpen={isOpen && picture !== undefined}
      count={pictures.length}
      keys={ATTACHMENT_VIEW.keys}
      action={
        picture !== undefined && (
          <Button asChild variant="outline" size="sm">
            <SaveLink key={picture.id} attachment={picture}>
              <Download aria-hidden />
              {ATTACHMENT_VIEW.save}
            </SaveLink>
          </Button>
        )
      }
    >
      {picture !== undefined && <Picture key={picture.id} picture={picture} />}
    </PictureDialog>
  );
};

export default Viewer;
