import { Link } from "@tanstack/react-router";
import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Moment, TimeAgo } from "#client/components/marks.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { sendProblem } from "#client/lib/api-error.ts";
import { knowsPasskeys } from "#client/lib/passkeys/ceremony.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT_SCREENS } from "#shared/account-messages.ts";
import { FEW_RECOVERY_CODES, PASSKEYS_MAX } from "#shared/constants/factors.ts";
import {
  AUTHENTICATOR,
  LOST_FACTOR,
  PASSKEY_SETTINGS,
  RECOVERY_CODES,
} from "#shared/factor-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OwnFactors } from "#shared/schemas/factors.ts";
import type { OwnPasskeys, Passkey } from "#shared/schemas/passkeys.ts";
import { AppSetupForm, NewCodes } from "./app-setup.tsx";
import { AddDialog, PasskeyRow, RemoveDialog, RenameDialog } from "./passkeys/dialogs.tsx";
import { SettingsSection } from "./section.tsx";

/** Why no passkey can be added here; null where one can be. */
const obstacleTo = ({ isOffered, passkeys }: OwnPasskeys): string | null => {
  if (!isOffered) return PASSKEY_SETTINGS.notOffered;
  if (!knowsPasskeys()) return PASSKEY_SETTINGS.unsupported;
  return passkeys.length >= PASSKEYS_MAX ? PASSKEY_SETTINGS.full(PASSKEYS_MAX) : null;
};

const SkeletonRow = () => (
  <div className="flex items-center gap-4 border-t border-ground-700 pt-5">
    <Skeleton className="hexagon h-12 w-[2.6rem]" />
    <div className="flex-1 space-y-2">
      <Skeleton className="h-5 w-48 max-w-full" />
      <Skeleton className="h-4 w-72 max-w-full" />
    </div>
  </div>
);

type AskedOfPasskey = { about: "rename" | "remove"; passkey: Passkey };

const Rows = ({ own }: { own: OwnPasskeys }) => {
  // What was asked about stays while the question fades.
  const [asked, setAsked] = useState<AskedOfPasskey | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const ask = (next: AskedOfPasskey) => {
    setAsked(next);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  return (
    <>
      {own.passkeys.length === 0 ? (
        <p className="flex items-center gap-3 text-muted">
          <Fingerprint className="size-6 shrink-0 text-accent" aria-hidden />
          {PASSKEY_SETTINGS.none}
        </p>
      ) : (
        <ul className="divide-y divide-ground-700 border-t border-ground-700">
          {own.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => ask({ about: "rename", passkey })}
              onRemove={() => ask({ about: "remove", passkey })}
            />
          ))}
        </ul>
      )}
      {asked?.about === "rename" && isOpen && (
        <RenameDialog passkey={asked.passkey} onClose={close} />
      )}
      <RemoveDialog
        passkey={asked?.passkey ?? null}
        isOpen={isOpen && asked?.about === "remove"}
        own={own}
        onClose={close}
      />
    </>
  );
};

/** One's passkeys: added, renamed and removed [KEY-02]. */
const PasskeysSection = () => {
  const own = trpc.passkeys.list.useQuery();
  const [isAdding, setIsAdding] = useState(false);
  const obstacle = own.data === undefined ? null : obstacleTo(own.data);
  return (
    <SettingsSection
      title={PASSKEY_SETTINGS.title}
      text={PASSKEY_SETTINGS.text}
      aside={
        own.data !== undefined &&
        obstacle === null && (
          <Button className="w-full sm:w-auto" onClick={() => setIsAdding(true)}>
            <Fingerprint aria-hidden />
            {PASSKEY_SETTINGS.add}
          </Button>
        )
      }
    >
      {own.data !== undefined ? (
        <Rows own={own.data} />
      ) : own.isError ? (
        <LoadFailed
          message={PASSKEY_SETTINGS.loadFailed}
          isRetrying={own.isFetching}
          onRetry={() => void own.refetch()}
        />
      ) : (
        <SkeletonRow />
      )}
      {obstacle !== null && <p className="mt-5 text-muted">{obstacle}</p>}
      {isAdding && own.data !== undefined && (
        <AddDialog suggestedName={own.data.suggestedName} onClose={() => setIsAdding(false)} />
      )}
    </SettingsSection>
  );
};

/** A removal that waits, for whoever is logged in to see and to stop. */
const WaitingReset = ({ endsAt }: { endsAt: string }) => {
  const utils = trpc.useUtils();
  const stop = trpc.factors.stopOwnReset.useMutation({
    onSuccess: (sentence) => toast("success", sentence, "settings"),
    onSettled: () => utils.factors.read.invalidate(),
  });
  return (
    <Alert kind="error">
      <p>
        {LOST_FACTOR.waitsBefore} <Moment at={endsAt} />. {LOST_FACTOR.waitsAfter}{" "}
        <Link to="/forgot-password" className="font-semibold text-accent hover:underline">
          {ACCOUNT_SCREENS.setPassword}
        </Link>
      </p>
      <Button
        className="mt-3"
        size="sm"
        variant="outline"
        isBusy={stop.isPending}
        onClick={() => stop.mutate()}
      >
        {LOST_FACTOR.keep}
      </Button>
      {stop.isError && (
        <p className="mt-2">{sendProblem(stop.error, MESSAGES.unexpected).sentence}</p>
      )}
    </Alert>
  );
};

type AskedOfFactor = "remove" | "codes";

const QUESTIONS = {
  remove: {
    title: AUTHENTICATOR.removeTitle,
    text: AUTHENTICATOR.removeText,
    action: AUTHENTICATOR.remove,
  },
  codes: {
    title: RECOVERY_CODES.renewTitle,
    text: RECOVERY_CODES.renewText,
    action: RECOVERY_CODES.renew,
  },
} as const;

type PresentProps = {
  factors: OwnFactors & { app: NonNullable<OwnFactors["app"]> };
  isBeginning: boolean;
  onBegin: () => void;
  onCodes: (codes: string[] | null) => void;
};

/** The app that is there, and its recovery codes. */
const Present = ({ factors, isBeginning, onBegin, onCodes }: PresentProps) => {
  const { app, recoveryCodes } = factors;
  const utils = trpc.useUtils();
  const [asked, setAsked] = useState<AskedOfFactor>("remove");
  const [isAsking, setIsAsking] = useState(false);
  const done = {
    onSettled: () => Promise.all([utils.factors.read.invalidate(), utils.accounts.me.invalidate()]),
  };
  const remove = trpc.factors.removeApp.useMutation({
    ...done,
    onSuccess: (sentence) => {
      setIsAsking(false);
      toast("success", sentence, "settings");
    },
  });
  const renew = trpc.factors.makeRecoveryCodes.useMutation({
    ...done,
    onSuccess: ({ recoveryCodes: codes }) => {
      setIsAsking(false);
      onCodes(codes);
    },
  });
  const ask = (about: AskedOfFactor) => {
    remove.reset();
    renew.reset();
    setAsked(about);
    setIsAsking(true);
  };
  const call = asked === "remove" ? remove : renew;
  const left = recoveryCodes?.left ?? 0;
  return (
    <dl className="divide-y divide-ground-700 border-t border-ground-700">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5">
        <div>
          <dt className="font-semibold">{AUTHENTICATOR.name}</dt>
          <dd className="mt-1 text-sm text-muted">
            {AUTHENTICATOR.added} <TimeAgo at={app.addedAt} />
            {app.lastUsedAt !== null && (
              <>
                {" · "}
                {AUTHENTICATOR.used} <TimeAgo at={app.lastUsedAt} />
              </>
            )}
          </dd>
        </div>
        <dd className="flex flex-wrap gap-3">
          <Button size="sm" variant="outline" isBusy={isBeginning} onClick={onBegin}>
            {AUTHENTICATOR.replace}
          </Button>
          <Button size="sm" variant="outline" onClick={() => ask("remove")}>
            {AUTHENTICATOR.remove}
          </Button>
        </dd>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 pt-5">
        <div>
          <dt className="font-semibold">{RECOVERY_CODES.title}</dt>
          <dd className="mt-1 text-sm text-muted">{RECOVERY_CODES.left(left)}</dd>
        </div>
        <dd>
          <Button size="sm" variant="outline" onClick={() => ask("codes")}>
            {RECOVERY_CODES.renew}
          </Button>
        </dd>
        {left <= FEW_RECOVERY_CODES && (
          <dd className="w-full">
            <Alert kind="info">{RECOVERY_CODES.few}</Alert>
          </dd>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        {...QUESTIONS[asked]}
        isDangerous={asked === "remove"}
        isBusy={call.isPending}
        error={call.isError ? sendProblem(call.error, MESSAGES.unexpected).sentence : null}
        onConfirm={() => call.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </dl>
  );
};

type FactorsProps = { factors: OwnFactors };

const Factors = ({ factors }: FactorsProps) => {
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = trpc.factors.beginApp.useMutation();
  if (codes !== null) return <NewCodes codes={codes} onDone={() => setCodes(null)} />;
  if (begin.data !== undefined)
    return (
      <AppSetupForm
        setup={begin.data}
        onCancel={() => begin.reset()}
        onDone={(made) => {
          begin.reset();
          setCodes(made);
          toast("success", AUTHENTICATOR.done, "settings");
        }}
      />
    );
  const { app } = factors;
  return (
    <div className="grid gap-5">
      {begin.isError && (
        <Alert kind="error">{sendProblem(begin.error, MESSAGES.unexpected).sentence}</Alert>
      )}
      {app === null ? (
        <Button
          size="lg"
          className="w-full sm:w-auto sm:justify-self-start"
          isBusy={begin.isPending}
          onClick={() => begin.mutate()}
        >
          {AUTHENTICATOR.setUp}
        </Button>
      ) : (
        <Present
          factors={{ ...factors, app }}
          isBeginning={begin.isPending}
          onBegin={() => begin.mutate()}
          onCodes={setCodes}
        />
      )}
    </div>
  );
};

/** One's authenticator app, with its recovery codes. */
const SecondFactorSection = () => {
  const factors = trpc.factors.read.useQuery();
  return (
    <SettingsSection title={AUTHENTICATOR.title} text={AUTHENTICATOR.text}>
      {factors.data !== undefined ? (
        <div className="grid gap-6">
          {factors.data.resetEndsAt !== null && <WaitingReset endsAt={factors.data.resetEndsAt} />}
          <Factors factors={factors.data} />
        </div>
      ) : factors.isError ? (
        <LoadFailed
          message={AUTHENTICATOR.loadFailed}
          isRetrying={factors.isFetching}
          onRetry={() => void factors.refetch()}
        />
      ) : (
        <Skeleton className="h-12 w-64 max-w-full" />
      )}
    </SettingsSection>
  );
};

/** What keeps an account safe: each part is a section of its own. */
export const SecurityTab = () => (
  <div className="space-y-6">
    <PasskeysSection />
    <SecondFactorSection />
  </div>
);
