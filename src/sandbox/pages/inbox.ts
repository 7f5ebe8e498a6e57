import type { Inbox } from "#sandbox/mail/inbox.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import { page } from "./page.ts";

type Mail = ReturnType<Inbox["list"]>[number];

const row = ({ number, to, subject, receivedAt }: Mail) => `<tr>
<td><a href="/mail/${number}">${escapeHtml(subject === "" ? "(no subject)" : subject)}</a></td>
<td>${escapeHtml(to)}</td>
<td><time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace("T", " ")} UTC</time></td>
</tr>`;

/** Shows a mail that comes in while somebody looks. */
const script = (newest: number) => `
setInterval(async () => {
  const response = await fetch("/mail/newest");
  if ((await response.json()) !== ${newest}) location.reload();
}, 2000);
`;

/** The list of caught mails, newest first. */
export const inboxPage = (mails: readonly Mail[]): string =>
  page(
    "Inbox",
    `<p class="tag"><a href="/">Sandbox</a></p>
<h1>Inbox</h1>
<p>Whatever the site sends over SMTP lands here, whoever it is for.</p>
${
  mails.length === 0
    ? "<p>Nothing has arrived yet.</p>"
    : `<div class="scroll"><table>
<thead><tr><th>Subject</th><th>To</th><th>Received</th></tr></thead>
<tbody>${mails.map(row).join("\n")}</tbody>
</table></div>`
}
<p>As JSON: <code>GET /mail</code> with <code>Accept: application/json</code>.</p>
<script>${script(mails[0]?.number ?? 0)}</script>`,
  );

const FRAME_STYLE =
  "width:100%;height:46rem;margin:1rem 0;border:1px solid var(--line);border-radius:.75rem;background:#fff";
const TEXT_STYLE =
  "white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--panel)";

/** One mail as its reader sees it: as HTML, where it runs no script, and as plain text. */
export const mailPage = (mail: Mail): string =>
  page(
    mail.subject,
    `<p class="tag"><a href="/mail">Inbox</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p>To ${escapeHtml(mail.to)}, received ${mail.receivedAt.slice(0, 19).replace("T", " ")} UTC</p>
<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" style="${FRAME_STYLE}"
srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe>
<h2>Plain text</h2>
<pre style="${TEXT_STYLE}">${escapeHtml(mail.text)}</pre>`,
  );
