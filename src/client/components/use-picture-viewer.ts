import { useState } from "react";

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
