import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { z } from "zod/mini";
import { AuthFrame, FormProblem, Outcome, TEXT_LINK } from "#client/components/auth-frame.tsx";
import {
  isRepeated,
  NewPasswordFields,
  newPasswordFields,
  RENAMED,
} from "#client/components/new-password-fields.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Field, Input } from "#client/components/ui/field.tsx";
import { codeOf, mayRecover, sendProblem } from "#client/lib/api-error.ts";
import { useForm, useOnceKeys } from "#client/lib/form.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ACCOUNT_SCREENS, CLAIM } from "#shared/account-messages.ts";
import { PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { isNewPasswordReady } from "#shared/rules/account-fields.ts";
import { tierIn, tierOf } from "#shared/rules/community.ts";
import { dateFormat, pointsText } from "#shared/rules/format.ts";
import type { waitingAccount } from "#shared/schemas/accounts.ts";
import { ConsentFields, NAME_FIELDS, PERSON_INPUTS, personNames } from "./register-form.tsx";

const dayText = dateFormat({ dateStyle: "long", timeZone: "UTC" });

type Waiting = z.infer<typeof waitingAccount>;

const claimForm = z
  .object({ ...personNames, ...newPasswordFields, wantsNews: z.boolean() })
  .check(isRepeated);

/** What somebody gets back: points, tier and links. */
const WhatWaits = ({ account }: { account: Waiting }) => {
  const { brand, tiers } = useSite();
  const [, lastDay] = (account.sub ?? "").split(":");
  const rows = [
    ["Email", account.email],
    [brand.currency, account.points === 0 ? null : pointsText(account.points)],
    [
      "Tier",
      account.sub === null || lastDay === undefined
        ? null
        : `${tierOf(tiers, tierIn(tiers, account.sub)).title}, until ${dayText(new Date(lastDay))}`,
    ],
    [CLAIM.accounts, account.platforms.map((platform) => PLATFORM_NAMES[platform]).join(", ")],
  ] as const;
  return (
    <section aria-label={CLAIM.waitsTitle} className="panel p-4 sm:p-5">
      <h2 className="font-display text-xl font-bold text-ink">{CLAIM.waitsTitle}</h2>
      <dl className="mt-3 grid gap-2 text-[0.95rem] leading-relaxed">
        {rows.map(([term, value]) =>
          value ? (
            <div key={term} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{term}</dt>
              <dd className="min-w-0 font-semibold break-words text-ink">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
};

type ClaimFormProps = {
  token: string;
  account: Waiting;
  /** Called once the token can do nothing more. */
  onSpent: () => void;
};

const ClaimForm = ({ token, account, onSpent }: ClaimFormProps) => {
  const navigate = useNavigate();
  const { version } = useSite();
  const { firstName, lastName } = account;
  const form = useForm({
    schema: claimForm,
    initial: { firstName, lastName, password: "", confirmation: "", wantsNews: false },
    labels: NAME_FIELDS,
    renamed: RENAMED,
  });
  const onceKeyOf = useOnceKeys();
  const claim = trpc.accounts.claim.useMutation({
    gcTime: 0,
    onSuccess: onSpent,
    onError: (error) => {
      form.refuse(error, sendProblem(error, CLAIM.failed));
      if (!mayRecover(error)) onSpent();
    },
  });
  const submit = form.submit(({ password, confirmation, wantsNews, ...names }) => {
    const passwords = { newPassword: password, confirmPassword: confirmation };
    const consents = { agreesTo: version, allowMarketingEmails: wantsNews };
    const input = { token, ...names, ...passwords, ...consents };
    claim.mutate({ ...input, idempotencyKey: onceKeyOf(input) });
  });
  if (claim.isSuccess)
    return (
      <Outcome>
        <Alert kind="success">{claim.data}</Alert>
        <Button
          size="lg"
          onClick={() =>
            void navigate({ to: "/login", replace: true, state: { email: account.email } })
          }
        >
          {ACCOUNT_SCREENS.goToLogin}
        </Button>
      </Outcome>
    );
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <WhatWaits account={account} />
      <div className="grid gap-5 sm:grid-cols-2">
        {(["firstName", "lastName"] as const).map((name) => (
          <Field key={name} label={NAME_FIELDS[name]} error={form.error(name)}>
            {(control) => (
              <Input {...control} {...form.field(name)} {...PERSON_INPUTS[name]} required />
            )}
          </Field>
        ))}
      </div>
      {/* By which a password manager keeps the password. */}
      <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
      <NewPasswordFields
        value={form.values}
        onChange={form.set}
        passwordRef={form.focusOf("password")}
        isRefused={form.isWrong("password")}
      />
      <ConsentFields
        wantsNews={form.values.wantsNews}
        onNews={(wantsNews) => form.set({ wantsNews })}
      />
      <FormProblem problem={form.problem} />
      <Button
        type="submit"
        size="lg"
        className="w-full"
        disabled={!isNewPasswordReady(form.values)}
        isBusy={claim.isPending}
      >
        {CLAIM.action}
      </Button>
    </form>
  );
};

/** Nothing can be claimed here, but a new link can be asked for. */
const NoLink = ({ sentence, isUsed = false }: { sentence: string; isUsed?: boolean }) => (
  <div className="grid gap-5">
    <Alert kind="error">{sentence}</Alert>
    <Button asChild size="lg">
      <Link to="/forgot-password">{CLAIM.askForLink}</Link>
    </Button>
    {isUsed && (
      <Link to="/login" className={TEXT_LINK}>
        {ACCOUNT_SCREENS.goToLogin}
      </Link>
    )}
  </div>
);

const Claim = ({ token, onSpent }: { token: string; onSpent: () => void }) => {
  const read = trpc.accounts.readClaim.useMutation({ gcTime: 0 });
  const { mutate } = read;
  useEffect(() => mutate({ token }), [mutate, token]);
  if (read.isSuccess) return <ClaimForm token={token} account={read.data} onSpent={onSpent} />;
  if (!read.isError) return <output className="text-lg text-muted">{CLAIM.loading}</output>;
  if (mayRecover(read.error))
    return (
      <div className="grid gap-5">
        <Alert kind="error">{sendProblem(read.error, CLAIM.loadFailed).sentence}</Alert>
        <Button size="lg" onClick={() => mutate({ token })}>
          Try again
        </Button>
      </div>
    );
  return (
    <NoLink
      sentence={sendProblem(read.error, CLAIM.loadFailed).sentence}
      isUsed={codeOf(read.error) === "code_used"}
    />
  );
};

type ClaimScreenProps = {
  /** Of the mail; null is one that the address lacks. */
  token: string | null;
  onSpent: () => void;
};

/** Where the link of a mail leads that tells somebody of their account from elsewhere [ACC-27]. */
export const ClaimScreen = ({ token, onSpent }: ClaimScreenProps) => {
  const { brand } = useSite();
  return (
    <AuthFrame title={CLAIM.title} text={CLAIM.intro(brand.name)}>
      {token === null ? (
        <NoLink sentence={CLAIM.linkMissing} />
      ) : (
        <Claim token={token} onSpent={onSpent} />
      )}
    </AuthFrame>
  );
};
