import { PASSKEY_ASKED_MS } from "#shared/constants/factors.ts";
import { PASSKEY_FAILURES } from "#shared/factor-messages.ts";
import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignedByPasskey,
} from "#shared/schemas/passkeys.ts";

/** Why a browser gave no passkey; `left` where its person, or the page, wanted none any more. */
type PasskeyFailureReason = keyof typeof PASSKEY_FAILURES | "left";

/** A browser gave no passkey. Its message is for people; empty where there is nothing to say. */
export class PasskeyFailure extends Error {
  override readonly name = "PasskeyFailure";
  constructor(readonly reason: PasskeyFailureReason) {
    super(reason === "left" ? "" : PASSKEY_FAILURES[reason]);
  }
}

/** Once a person uses a passkey, or may: no other page needs it. */
const loadLibrary = () => import("@simplewebauthn/browser");
type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** Whether the browser knows passkeys here: it does only on https, and on this machine. */
export const knowsPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** By the names of WebAuthn's errors. One cannot tell a person who refuses from one who has none. */
const REASONS: Readonly<Record<string, PasskeyFailureReason>> = {
  AbortError: "left",
  ConstraintError: "unsupported",
  InvalidStateError: "known",
  NotAllowedError: "cancelled",
  NotSupportedError: "unsupported",
  SecurityError: "wrong_host",
};

/** The library wraps the browser's error, where it knows more about it. */
const reasonOf = (error: unknown): PasskeyFailureReason => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause instanceof Error ? REASONS[cause.name] : undefined) ?? "failed";
};

type Ended = "late" | "left";
type Question = { end: (reason: Ended) => void };

/** The question under way: a page can ask one. */
let present: Question | null = null;

/**
 * Asks the browser, which shows its own window, until it answers, somebody cancels, or nobody could answer
 * in time any more. Whatever the page was asking for before gives way.
 * @param signal ends it without a word: nobody waits for it any more.
 */
const ask = async <T>(
  question: (library: Library) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  if (!knowsPasskeys()) throw new PasskeyFailure("unsupported");
  const library = await loadLibrary();
  if (signal?.aborted === true) throw new PasskeyFailure("left");
  let ended: Ended | null = null;
  const own: Question = {
    end: (reason) => {
      if (present !== own) return;
      ended = reason;
      library.WebAuthnAbortService.cancelCeremony();
    },
  };
  present = own;
  const timer = setTimeout(() => own.end("late"), PASSKEY_ASKED_MS);
  const leave = () => own.end("left");
  signal?.addEventListener("abort", leave);
  try {
    return await question(library);
  } catch (error) {
    throw new PasskeyFailure(ended ?? reasonOf(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
    if (present === own) present = null;
  }
};

/** Ends the question under way, as its person wishes. */
export const cancelPasskey = (): void => present?.end("left");

/** Has the browser make a passkey. @throws {PasskeyFailure} */
export const makePasskey = (optionsJSON: PasskeyCreation): Promise<CreatedPasskey> =>
  ask(async ({ startRegistration }) => {
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    return {
      id,
      rawId,
      type: "public-key",
      response: { clientDataJSON, attestationObject, transports },
    };
  });

const sign = async (
  { startAuthentication }: Library,
  optionsJSON: PasskeyRequest,
  useBrowserAutofill: boolean,
): Promise<SignedByPasskey> => {
  const { id, rawId, response } = await startAuthentication({ optionsJSON, useBrowserAutofill });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
};

/** Has the browser sign with a passkey. @throws {PasskeyFailure} */
export const signWithPasskey = (request: PasskeyRequest): Promise<SignedByPasskey> =>
  ask((library) => sign(library, request, false));

/**
 * The same, where somebody chooses a passkey among what the browser offers for the field of the address.
 * Until then nothing is shown.
 * @throws {PasskeyFailure} `late` once nobody could answer in time any more: then it is to be asked anew.
 */
export const signFromField = (
  request: PasskeyRequest,
  signal: AbortSignal,
): Promise<SignedByPasskey> => ask((library) => sign(library, request, true), signal);

/** Whether the browser offers passkeys in a field. */
export const offersPasskeysInFields = async (): Promise<boolean> => {
  if (!knowsPasskeys()) return false;
  try {
    return await window.PublicKeyCredential.isConditionalMediationAvailable();
  } catch {
    // Browsers that do not know the question, either.
    return false;
  }
};
