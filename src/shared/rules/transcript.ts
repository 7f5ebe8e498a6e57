import { TRANSCRIPT } from "#shared/desk-messages.ts";
import { TITLES } from "#shared/messages.ts";
import type { Transcript, TranscriptLine } from "#shared/schemas/desk.ts";
import { dateFormat } from "./format.ts";

/** @returns what writes times of a transcript, with the zone: "Nov 24, 2026, 2:05 PM GMT+1". */
export const transcriptTime = (timeZone: string) => {
  const format = dateFormat({
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  return (at: string): string => format(new Date(at));
};

const marksOf = ({ kind, isEdited }: TranscriptLine): string =>
  [kind === "note" && TRANSCRIPT.note, isEdited && TRANSCRIPT.edited]
    .filter(Boolean)
    .map((mark) => ` (${mark})`)
    .join("");

const wordsOf = ({ text, isRemoved, files }: TranscriptLine): string[] => [
  ...(isRemoved ? [TRANSCRIPT.removed] : text === "" ? [] : [text]),
  ...files.map(TRANSCRIPT.file),
];

/** What a transcript is called as a file, without what it ends with. */
export const transcriptName = ({ id }: Pick<Transcript, "id">): string => `ticket-${id}`;

/** A transcript as plain text. */
export const transcriptText = (given: Transcript): string => {
  const time = transcriptTime(given.timeZone);
  const facts = [
    `${TRANSCRIPT.status}: ${given.status}`,
    `${TRANSCRIPT.opened}: ${time(given.openedAt)}`,
    `${TRANSCRIPT.people}: ${given.people.join(", ")}`,
    ...given.facts.map(({ term, value }) => `${term}: ${value}`),
  ];
  const lines = given.lines.map((line) =>
    line.kind === "event"
      ? `[${time(line.at)}] ${line.name} ${line.text}`
      : `[${time(line.at)}] ${line.name}${marksOf(line)}:\n${wordsOf(line).join("\n")}`,
  );
  return [
    `${given.community}: ${TITLES.transcript(given.id)}`,
    given.subject,
    ...(given.hasNotes ? [TRANSCRIPT.notesWarning] : []),
    facts.join("\n"),
    [`${TRANSCRIPT.description}:`, given.description, ...given.files.map(TRANSCRIPT.file)].join(
      "\n",
    ),
    ...(lines.length === 0 ? [TRANSCRIPT.none] : lines),
    TRANSCRIPT.madeAt(time(given.madeAt), given.timeZone),
    "",
  ].join("\n\n");
};

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const STYLE = `@page { size: A4; margin: 18mm }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 11pt/1.5 sans-serif; color: #000; background: #fff }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: 1rem 0 } dt { color: #555 } dd { margin: 0 }
article, .event { margin: 0 0 .9rem; break-inside: avoid } article header, .event, footer { color: #555; font-size: .9rem }
article header strong { color: #000 } p { margin: .15rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
.note { border-left: 3px solid #b7791f; padding-left: .7rem } .warning { border: 1px solid #b7791f; padding: .4rem .7rem }`;

const fact = (term: string, value: string) => `<dt>${escaped(term)}</dt><dd>${escaped(value)}</dd>`;

/** A transcript as a page by itself, without scripts and without anything from elsewhere. */
export const transcriptHtml = (given: Transcript): string => {
  const time = transcriptTime(given.timeZone);
  const title = escaped(`${TITLES.transcript(given.id)}: ${given.subject}`);
  const lineOf = (line: TranscriptLine) => {
    const at = `<time datetime="${line.at}">${escaped(time(line.at))}</time>`;
    if (line.kind === "event")
      return `<p class="event">${escaped(`${line.name} ${line.text}`)} · ${at}</p>`;
    const words = wordsOf(line).map((text) => `<p>${escaped(text)}</p>`);
    return `<article${line.kind === "note" ? ' class="note"' : ""}><header><strong>${escaped(line.name)}</strong>${escaped(marksOf(line))} · ${at}</header>${words.join("")}</article>`;
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><p>${escaped(given.community)}</p><h1>${title}</h1>
${given.hasNotes ? `<p class="warning">${escaped(TRANSCRIPT.notesWarning)}</p>` : ""}
<dl>${fact(TRANSCRIPT.status, given.status)}${fact(TRANSCRIPT.opened, time(given.openedAt))}${fact(TRANSCRIPT.people, given.people.join(", "))}${given.facts.map(({ term, value }) => fact(term, value)).join("")}</dl>
<h2>${TRANSCRIPT.description}</h2>${[given.description, ...given.files.map(TRANSCRIPT.file)].map((text) => `<p>${escaped(text)}</p>`).join("")}
<h2>${TRANSCRIPT.conversation}</h2>
${given.lines.length === 0 ? `<p>${escaped(TRANSCRIPT.none)}</p>` : given.lines.map(lineOf).join("\n")}
<footer>${escaped(TRANSCRIPT.madeAt(time(given.madeAt), given.timeZone))}</footer></body></html>
`;
};
