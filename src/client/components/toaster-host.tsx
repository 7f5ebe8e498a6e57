import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { useSite } from "#client/lib/site.ts";
import type { ToastRequest } from "#client/lib/toast.ts";

type ToasterHostProps = {
  requests: readonly ToastRequest[];
  /** Told how many of `requests`, from the first on, are on the screen now. */
  onShown: (count: number) => void;
};

/** The toasts of sonner in the look of the site; over a sheet on a phone they stand below (styles.css). */
const ToasterHost = ({ requests, onShown }: ToasterHostProps) => {
  useEffect(() => {
    if (requests.length === 0) return;
    for (const { kind, message, durationMs, place, action } of requests)
      toast[kind](<span role="alert">{message}</span>, {
        duration: durationMs,
        position: place,
        action: action && { label: action.label, onClick: action.act },
      });
    onShown(requests.length);
  }, [requests, onShown]);
  // Else the next host would take over what is shown.
  useEffect(() => () => void toast.dismiss(), []);
  const { scheme } = useSite().theme;
  return (
    <Toaster
      theme={scheme}
      position="top-right"
      offset={{ top: 80 }}
      mobileOffset={{ top: 76 }}
      toastOptions={{
        classNames: {
          toast:
            "!rounded-xl !border-ground-600 !bg-ground-800 !font-sans !text-[0.9rem] !text-ink !shadow-[0_24px_60px_-24px_#000]",
          success: "[&_[data-icon]]:!text-moss",
          error: "[&_[data-icon]]:!text-ember",
          info: "[&_[data-icon]]:!text-accent",
          actionButton:
            "!h-9 !rounded-lg !bg-accent !px-3.5 !text-sm !font-semibold !text-ground-950 hover:!bg-accent-strong",
        },
      }}
    />
  );
};

export default ToasterHost;
