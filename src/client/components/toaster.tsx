import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "#client/lib/chunks.ts";
import { onToast, type ToastRequest } from "#client/lib/toast.ts";

const ToasterHost = lazyPart(() => import("./toaster-host.tsx"));

/** Listens for toasts; the toast library comes with the first of them. */
export const Toaster = () => {
  const [requests, setRequests] = useState<readonly ToastRequest[] | null>(null);
  useEffect(
    () => onToast((request) => setRequests((earlier) => [...(earlier ?? []), request])),
    [],
  );
  if (requests === null) return null;
  return (
    <Suspense>
      <ToasterHost
        requests={requests}
        onShown={(count) => setRequests((all) => all?.slice(count) ?? null)}
      />
    </Suspense>
  );
};
