import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { Field, Input, NativeSelect } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { copyText } from "#client/lib/clipboard.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { TIER_GIFT_DAYS_MAX } from "#shared/constants/shop.ts";
import { MESSAGES } from "#shared/messages.ts";
import { PEOPLE_SCREEN } from "#shared/people-messages.ts";
import { tierOf } from "#shared/rules/community.ts";
import { dayAfter, localTime } from "#shared/rules/local-time.ts";
import type { PasswordLink } from "#shared/schemas/administration.ts";
import { ChangeAddressDialog, ReasonDialog } from "./reason-dialog.tsx";
import type { Asked, Help } from "./user-acts.tsx";

const WORDS = PEOPLE_SCREEN.passwordLink;

const stay = (event: Event) => event.preventDefault();

type PasswordLinkDialogProps = { made: PasswordLink; onClose: () => void };

/** The link itself, this once: neither a click beside it nor Escape loses it. */
const PasswordLinkDialog = ({ made, onClose }: PasswordLinkDialogProps) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (await copyText(made.link)) {
      setIsCopied(true);
      toast("success", MESSAGES.copied, "admin");
    } else toast("error", WORDS.copyRefused, "admin");
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent onInteractOutside={stay} onEscapeKeyDown={stay}>
        <div className="grid gap-5 overflow-y-auto p-6 sm:p-8">
          <div className="min-w-0">
            <DialogTitle className="headline pr-10 text-4xl">{WORDS.title}</DialogTitle>
            <DialogDescription className="mt-2 text-pretty text-muted">
              {WORDS.shownOnce(exactTime(new Date(made.expiresAt)))}
            </DialogDescription>
          </div>
          <code className="block rounded-lg border border-accent/50 bg-ground-950 p-4 font-mono text-[0.95rem] break-all text-accent-strong select-all">
            {made.link}
          </code>
          <div className="flex flex-col gap-3 sm:flex-row sm:justify-end">
            <Button onClick={() => void copy()}>
              <Icon aria-hidden />
              {WORDS.copy}
            </Button>
            <DialogClose asChild>
              <Button variant="outline">{WORDS.done}</Button>
            </DialogClose>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
};

type DialogProps<Act extends Help["act"]> = { asked: Asked<Act>; onClose: () => void };

/** What is said of a failure: the server's reason where it has one. */
const problemOf = (error: unknown): string | null =>
  error === null ? null : (messageOf(error) ?? PEOPLE_SCREEN.failed);

/** For acts that answer with a sentence: it is shown, and the lists are read anew. */
const useAnswer = (onClose: () => void) => {
  const { administration } = trpc.useUtils();
  return {
    onSuccess: (sentence: string) => {
      toast("success", sentence, "admin");
      onClose();
    },
    onSettled: () => administration.invalidate(),
  };
};

const ConfirmAddress = ({ asked: { user }, onClose }: DialogProps<"confirmAddress">) => {
  const confirm = trpc.administration.confirmAddress.useMutation(useAnswer(onClose));
  const { title, text, action } = PEOPLE_SCREEN.confirmAddress;
  return (
    <ReasonDialog
      user={user}
      title={title}
      text={<p>{text}</p>}
      hint={PEOPLE_SCREEN.reasonHint}
      action={action}
      isPending={confirm.isPending}
      problem={problemOf(confirm.error)}
      onConfirm={(reason) => confirm.mutate({ id: user.id, reason })}
      onClose={onClose}
    />
  );
};

const ResendVerification = ({ asked: { user }, onClose }: DialogProps<"resendVerification">) => {
  const resend = trpc.administration.resendVerification.useMutation(useAnswer(onClose));
  const { title, text, action } = PEOPLE_SCREEN.resendVerification;
  return (
    <ConfirmDialog
      isOpen
      title={title}
      text={
        <>
          <p>{text}</p>
          <p className="font-semibold wrap-anywhere text-ink">{user.email}</p>
        </>
      }
      action={action}
      isDangerous={false}
      isBusy={resend.isPending}
      error={problemOf(resend.error)}
      onConfirm={() => resend.mutate({ id: user.id })}
      onClose={onClose}
    />
  );
};

const MakePasswordLink = ({ asked: { user }, onClose }: DialogProps<"makePasswordLink">) => {
  const { administration } = trpc.useUtils();
  const [made, setMade] = useState<PasswordLink | null>(null);
  const make = trpc.administration.makePasswordLink.useMutation({
    gcTime: 0,
    onSuccess: setMade,
    onSettled: () => administration.invalidate(),
  });
  const { title, text, member, admin, action } = PEOPLE_SCREEN.makePasswordLink;
  if (made !== null) return <PasswordLinkDialog made={made} onClose={onClose} />;
  return (
    <ReasonDialog
      user={user}
      title={title}
      text={
        <p>
          {text} {user.role === "Admin" ? admin : member}
        </p>
      }
      hint={PEOPLE_SCREEN.reasonShownHint}
      action={action}
      isDangerous
      isPending={make.isPending}
      problem={problemOf(make.error)}
      onConfirm={(reason) => make.mutate({ id: user.id, reason })}
      onClose={onClose}
    />
  );
};

const ResetSecondFactor = ({ asked: { user }, onClose }: DialogProps<"resetSecondFactor">) => {
  const reset = trpc.administration.resetSecondFactor.useMutation(useAnswer(onClose));
  const { title, text, action } = PEOPLE_SCREEN.resetSecondFactor;
  return (
    <ReasonDialog
      user={user}
      title={title}
      text={<p>{text}</p>}
      hint={PEOPLE_SCREEN.reasonHint}
      action={action}
      isDangerous
      isPending={reset.isPending}
      problem={problemOf(reset.error)}
      onConfirm={(reason) => reset.mutate({ id: user.id, reason })}
      onClose={onClose}
    />
  );
};

const MONTH_DAYS = 30;

const GiveTier = ({ asked: { user }, onClose }: DialogProps<"giveTier">) => {
  const { tiers, timezone } = useSite();
  const [today] = useState(() => localTime(Date.now(), timezone).day);
  const [tier, setTier] = useState(tiers[0]?.key ?? "");
  const [until, setUntil] = useState(() => dayAfter(today, MONTH_DAYS));
  const [isDayMissing, setIsDayMissing] = useState(false);
  const give = trpc.administration.giveTier.useMutation(useAnswer(onClose));
  const { title, text, dayMissing, action, ...labels } = PEOPLE_SCREEN.giveTier;
  return (
    <ReasonDialog
      user={user}
      title={title}
      text={<p>{text}</p>}
      hint={PEOPLE_SCREEN.reasonShownHint}
      action={action(tierOf(tiers, tier).name)}
      isPending={give.isPending}
      problem={problemOf(give.error)}
      onConfirm={(reason) => {
        setIsDayMissing(until === "");
        if (until !== "") give.mutate({ id: user.id, tier, until, reason });
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={labels.tier}>
          {(control) => (
            <NativeSelect
              {...control}
              value={tier}
              onChange={({ target }) => setTier(target.value)}
            >
              {tiers.map(({ key }) => (
                <option key={key} value={key}>
                  {tierOf(tiers, key).name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label={labels.until} error={isDayMissing ? dayMissing : null}>
          {(control) => (
            <Input
              {...control}
              type="date"
              required
              min={today}
              max={dayAfter(today, TIER_GIFT_DAYS_MAX)}
              value={until}
              onChange={({ target }) => {
                setUntil(target.value);
                setIsDayMissing(false);
              }}
            />
          )}
        </Field>
      </div>
    </ReasonDialog>
  );
};

const EndTier = ({ asked: { user, tier }, onClose }: DialogProps<"endTier">) => {
  const { tiers, shop } = useSite();
  const end = trpc.administration.endTier.useMutation(useAnswer(onClose));
  const { title, text, subscription, action } = PEOPLE_SCREEN.endTier;
  return (
    <ReasonDialog
      user={user}
      title={title(tierOf(tiers, tier).name)}
      text={
        <>
          <p>{text}</p>
          {shop !== null && <p>{subscription}</p>}
        </>
      }
      hint={PEOPLE_SCREEN.reasonShownHint}
      action={action}
      isDangerous
      isPending={end.isPending}
      problem={problemOf(end.error)}
      onConfirm={(reason) => end.mutate({ id: user.id, tier, reason })}
      onClose={onClose}
    />
  );
};

const RemoveLink = ({ asked: { user, platform, name }, onClose }: DialogProps<"removeLink">) => {
  const remove = trpc.administration.removeLink.useMutation(useAnswer(onClose));
  const { title, game, discord, action } = PEOPLE_SCREEN.removeLink;
  return (
    <ReasonDialog
      user={user}
      title={title(PLATFORM_NAMES[platform])}
      text={
        <>
          <p className="font-semibold wrap-anywhere text-ink">{name}</p>
          <p>{platform === "discord" ? discord : game}</p>
        </>
      }
      hint={PEOPLE_SCREEN.reasonShownHint}
      action={action}
      isDangerous
      isPending={remove.isPending}
      problem={problemOf(remove.error)}
      onConfirm={(reason) => remove.mutate({ id: user.id, platform, reason })}
      onClose={onClose}
    />
  );
};

/** Asks before a member is helped. */
export const HelpDialog = ({ asked, onClose }: { asked: Asked; onClose: () => void }) => {
  switch (asked.act) {
    case "confirmAddress":
      return <ConfirmAddress asked={asked} onClose={onClose} />;
    case "resendVerification":
      return <ResendVerification asked={asked} onClose={onClose} />;
    case "changeAddress":
      return <ChangeAddressDialog user={asked.user} onClose={onClose} />;
    case "makePasswordLink":
      return <MakePasswordLink asked={asked} onClose={onClose} />;
    case "resetSecondFactor":
      return <ResetSecondFactor asked={asked} onClose={onClose} />;
    case "giveTier":
      return <GiveTier asked={asked} onClose={onClose} />;
    case "endTier":
      return <EndTier asked={asked} onClose={onClose} />;
    default:
      return <RemoveLink asked={asked} onClose={onClose} />;
  }
};
