import { useId } from "react";
import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { isLongName } from "#shared/rules/display-name.ts";

/** Honeycomb that fades into the night. Decoration only. */
const Comb = () => {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className="absolute inset-0 -z-10 size-full text-night-600/60 [mask-image:linear-gradient(100deg,transparent_25%,#000_75%)]"
    >
      <defs>
        <pattern id={id} width="56" height="97" patternUnits="userSpaceOnUse">
          <path
            d="M28 0v16.200M28 16.200 0 32.300v32.400L28 80.800l28-16.100V32.300zM28 80.800V97"
            strokeWidth="1.2"
            className="fill-none stroke-current"
          />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
};

/** Who is signed in: picture, display name and address (member §2 "Member layout and profile header"). */
export const MemberHeader = () => {
  const identity = useIdentity();
  return (
    <div className="relative isolate overflow-clip border-b border-night-700 bg-[radial-gradient(46rem_20rem_at_12%_-10%,#223528,transparent),radial-gradient(40rem_18rem_at_95%_120%,rgb(185_122_18/0.14),transparent)]">
      <Comb />
      <div className="shell flex items-center gap-5 py-8 sm:gap-7 md:py-12">
        <MemberAvatar
          name={identity?.name ?? ""}
          picture={identity?.picture ?? null}
          className="h-24 shrink-0 sm:h-32"
        />
        <div className="min-w-0">
          <p className="eyebrow">Member of the den</p>
          {identity === undefined ? (
            <>
              <Skeleton className="mt-2 h-10 w-52 max-w-full md:h-18" />
              <Skeleton className="mt-2.5 h-6 w-64 max-w-full md:h-7" />
            </>
          ) : (
            <>
              <p
                className={cn(
                  "headline mt-2 wrap-anywhere",
                  isLongName(identity.name) ? "text-3xl md:text-5xl" : "text-4xl md:text-7xl",
                )}
              >
                {identity.name}
              </p>
              <p className="mt-2.5 wrap-anywhere text-muted md:text-lg">{identity.email}</p>
            </>
          )}
        </div>
      </div>
    </div>
  );
};
