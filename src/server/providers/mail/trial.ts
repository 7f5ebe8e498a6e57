import { createTransport } from "nodemailer";
import { z } from "zod";
import type { MailConfig } from "#server/config/config.ts";
import type { TrialOutcome } from "#server/providers/ports/outside.ts";
import type { OutgoingMail } from "#server/providers/ports/sending.ts";
import { cleanLine } from "#server/providers/received-text.ts";
import { connectionOf, mailHeaders, readFailure } from "./smtp.ts";

const STEP_MS = 10_000;
const WHOLE_MS = 20_000;
const ANSWER_MAX = 300;

const answered = z.object({ response: z.string().optional().catch(undefined) });

/** What the mail server has said, as one harmless line. */
const answerOf = (value: unknown): string | null =>
  cleanLine(answered.safeParse(value).data?.response ?? "", ANSWER_MAX) || null;

const isTimeout = (code: string) => /TIMEDOUT|TIMEOUT/.test(code);

/** Hands over one mail now, on a connection of its own, and tells what was answered. Never throws. */
export const sendTrialMail = async (
  { url, from, replyTo }: MailConfig,
  { id, to, subject, text, html, unsubscribeUrl }: OutgoingMail,
): Promise<TrialOutcome> => {
  const transport = createTransport({
    ...connectionOf(url),
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const late = AbortSignal.timeout(WHOLE_MS);
  try {
    const sent = await transport.sendMail({
      messageId: `<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`,
      from,
      replyTo: { name: from.name, address: replyTo },
      // As text, an address could be a list of addresses, or carry commands.
      to: { name: to.name, address: to.address },
      envelope: { from: from.address, to: [to.address] },
      subject,
      text,
      html,
      headers: mailHeaders({ unsubscribeUrl }),
      signal: late,
    });
    return { failure: null, answer: answerOf(sent) };
  } catch (error) {
    const { code, blames } = readFailure(error);
    const answer = answerOf(error) ?? code;
    if (late.aborted || isTimeout(code)) return { failure: "timeout", answer };
    return { failure: blames === "unknown" ? "unreachable" : "refused", answer };
  } finally {
    transport.close();
  }
};
