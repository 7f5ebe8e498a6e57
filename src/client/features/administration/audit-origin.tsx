import { ChevronDown, Copy } from "lucide-react";
import { exactTime } from "#client/lib/time.ts";
import { AUDIT_SCREEN } from "#shared/audit-messages.ts";
import type { AuditLine } from "#shared/schemas/administration.ts";
import { copyId } from "./copy-id.ts";

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div className="flex flex-wrap gap-x-2">
    <dt className="text-faint">{name}</dt>
    <dd className="wrap-anywhere text-bone tabular-nums">{text}</dd>
  </div>
);

const Request = ({ id }: { id: string }) => (
  <div className="flex flex-wrap items-center gap-x-2">
    <dt className="text-faint">Request</dt>
    <dd className="flex items-center gap-x-1 wrap-anywhere text-bone">
      {id}
      <button
        type="button"
        title={AUDIT_SCREEN.copyRequestId}
        aria-label={AUDIT_SCREEN.copyThisRequestId(id)}
        className="grid size-8 place-items-center rounded-lg text-muted transition-colors hover:bg-night-700 hover:text-amber-strong max-md:size-11"
        onClick={() => void copyId(id)}
      >
        <Copy className="size-4" aria-hidden />
      </button>
    </dd>
  </div>
);

/** From where a line of the audit came, to be unfolded. */
export const AuditOrigin = ({ entry }: { entry: AuditLine }) => {
  const { at, network, browser, requestId, position } = entry;
  return (
    <details className="group mt-1.5 text-sm">
      <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded-sm py-1 text-muted max-md:py-2.5 transition-colors hover:text-amber-strong [&::-webkit-details-marker]:hidden">
        Details
        <ChevronDown
          className="size-4 transition-transform group-open:rotate-180 motion-reduce:transition-none"
          aria-hidden
        />
      </summary>
      <dl className="mt-1 grid gap-y-1">
        <Fact name="Time" text={exactTime(new Date(at))} />
        <Fact name="Network" text={network ?? "not known"} />
        <Fact name="Browser" text={browser ?? "not known"} />
        {requestId !== null && <Request id={requestId} />}
        <Fact name="Line" text={position === null ? AUDIT_SCREEN.unsealed : String(position)} />
      </dl>
    </details>
  );
};
