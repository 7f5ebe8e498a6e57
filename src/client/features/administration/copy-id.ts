import { copyText } from "#client/lib/clipboard.ts";
import { toast } from "#client/lib/toast.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";

/** Puts an id on the clipboard, and says so. */
export const copyId = async (id: string): Promise<void> => {
  if (await copyText(id)) toast("success", ADMINISTRATION.idCopied, "admin");
  else toast("error", ADMINISTRATION.idNotCopied, "admin");
};
