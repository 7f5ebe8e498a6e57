import { useState } from "react";
import { Dialog, DialogContent } from "#client/components/ui/dialog.tsx";
import type { MadeBridgeKey } from "#shared/schemas/bridge.ts";
import { MadeKey } from "./made-key.tsx";
import { NewKeyForm } from "./new-key-form.tsx";

const stay = (event: Event) => event.preventDefault();

const Inside = () => {
  const [made, setMade] = useState<MadeBridgeKey | null>(null);
  return (
    // A click beside it must lose neither what was chosen nor the key.
    <DialogContent onInteractOutside={stay} onEscapeKeyDown={made === null ? undefined : stay}>
      {made === null ? <NewKeyForm onMade={setMade} /> : <MadeKey made={made} />}
    </DialogContent>
  );
};

/** Makes a key, and shows it once. */
export const NewKeyDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <Inside />
  </Dialog>
);
