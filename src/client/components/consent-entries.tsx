import { Moment } from "#client/components/time-ago.tsx";
import { cn } from "#client/lib/cn.ts";
import { CONSENT_LIST, CONSENT_NAMES, CONSENT_WAY_NAMES } from "#shared/consent-messages.ts";
import type { ConsentEntry } from "#shared/schemas/consents.ts";

const wordOf = ({ kind, isGiven }: ConsentEntry): string => {
  if (isGiven) return CONSENT_LIST.given;
  return kind === "marketing" ? CONSENT_LIST.withdrawn : CONSENT_LIST.refused;
};

/** One thing that somebody agreed to, refused or withdrew: what, when, and how. */
export const ConsentLine = ({ entry, className }: { entry: ConsentEntry; className?: string }) => (
  <span className={cn("flex flex-wrap items-center gap-x-3 gap-y-0.5", className)}>
    <span className="min-w-0 grow basis-48">
      <span className="font-semibold">{CONSENT_NAMES[entry.kind]}</span>{" "}
      <span className={entry.isGiven ? "text-moss" : "text-muted"}>{wordOf(entry)}</span>{" "}
      <span className="text-muted">{CONSENT_WAY_NAMES[entry.way]}</span>
      {entry.version > 0 && (
        <span className="text-faint">, {CONSENT_LIST.version(entry.version)}</span>
      )}
    </span>
    <Moment at={entry.at} className="whitespace-nowrap text-faint tabular-nums" />
  </span>
);
