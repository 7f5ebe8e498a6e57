import { Suspense, useState } from "react";
import { lazyPart } from "#client/lib/chunks.ts";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";
import { PictureTile } from "./picture-tile.tsx";

const PictureViewer = lazyPart(() => import("./picture-viewer.tsx"));

/** The pictures of a message, small; each opens the viewer. */
export const PicturesView = ({ pictures }: { pictures: readonly string[] }) => {
  const [index, setIndex] = useState(0);
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  return (
    <>
      <ul aria-label="Pictures" className="mt-2 flex flex-wrap gap-2 first:mt-0">
        {pictures.map((address, at) => (
          <li key={address}>
            <PictureTile
              address={address}
              label={TICKET_PICTURES.open(at + 1, pictures.length)}
              onOpen={() => {
                setIndex(at);
                setState("open");
              }}
            />
          </li>
        ))}
      </ul>
      {state !== "never" && (
        <Suspense>
          <PictureViewer
            pictures={pictures}
            index={index}
            isOpen={state === "open"}
            onIndex={setIndex}
            onClose={() => setState("closed")}
          />
        </Suspense>
      )}
    </>
  );
};
