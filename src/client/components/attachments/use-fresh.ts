import { useState } from "react";
import { trpc } from "#client/lib/trpc.ts";
import type { Attachment } from "#shared/schemas/attachments.ts";

/**
 * An attachment as it is shown: its addresses are good for a while, so where a picture does not come it is
 * asked for anew, once. While it is shown its address stays the same.
 * @param given of one attachment: another one needs another component.
 */
export const useFresh = (
  given: Attachment,
  onLost?: () => void,
): { shown: Attachment; isBroken: boolean; onError: () => void } => {
  const { client } = trpc.useUtils();
  const [shown, setShown] = useState(given);
  const [state, setState] = useState<"given" | "asked" | "broken">("given");
  const onError = () => {
    if (state !== "given") {
      setState("broken");
      return;
    }
    setState("asked");
    client.attachments.byId.query({ id: given.id }).then(setShown, () => {
      setState("broken");
      onLost?.();
    });
  };
  return { shown, isBroken: state === "broken", onError };
};

/** Saves an attachment on this device; its address is asked for anew, since the one at hand may be too old. */
export const useSave = ({ id }: Pick<Attachment, "id">) => {
  const { client } = trpc.useUtils();
  const [hasFailed, setHasFailed] = useState(false);
  const save = async () => {
    setHasFailed(false);
    try {
      const { url } = await client.attachments.byId.query({ id });
      // It is served as a file to be saved: this screen stays.
      window.location.assign(`${url}&download=1`);
    } catch {
      setHasFailed(true);
    }
  };
  return { hasFailed, save };
};
