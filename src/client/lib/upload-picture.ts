import { PICTURE_MAX_BYTES } from "#shared/constants/pictures.ts";
import { PICTURE_REFUSALS, PICTURE_UPLOAD } from "#shared/picture-messages.ts";
import { mediaAddress } from "#shared/rules/media.ts";
import { type Sending, useFileUploads } from "./upload-file.ts";

export { filesIn } from "./upload-file.ts";

type PictureSending = Pick<Sending<string>, "name" | "onEnd" | "again"> & {
  picture: Blob;
  /** @param address where the site serves it. */
  onDone: (address: string) => void;
};

/** Uploads pictures of the site's own, several at a time. */
export const useUploads = () => {
  const { uploads, start } = useFileUploads<string>();
  return {
    uploads,
    start: ({ picture, ...sending }: PictureSending) =>
      start({
        ...sending,
        body: picture,
        path: "/api/site/pictures",
        tooLarge: PICTURE_REFUSALS.tooLarge,
        failed: PICTURE_UPLOAD.failed,
        read: (answer) => mediaAddress((answer as { key: string }).key),
        ...(picture.size > PICTURE_MAX_BYTES && { refusal: PICTURE_REFUSALS.tooLarge }),
      }),
  };
};
