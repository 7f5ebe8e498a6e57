/** What the imitated list of stolen passwords has. All of them keep the site's policy. */
export const STOLEN_PASSWORDS = ["Tr0ub4dor&3-stolen", "Correct-Horse-Battery"] as const;

const DIGITS = /^\/range\/([0-9A-F]{5})$/;

const sha1Of = (password: string): string =>
  new Bun.CryptoHasher("sha1").update(password).digest("hex").toUpperCase();

/** A line that fills up, as the real list has them: nobody's password. */
const filling = (number: number): string => `${sha1Of(`filling ${number}`).slice(5)}:0`;

/** Answers like a list of stolen passwords that is asked by the first five digits of their SHA-1. */
export const handleRange = (request: Request, path: string): Response | null => {
  const [, asked] = DIGITS.exec(path) ?? [];
  if (asked === undefined) return null;
  if (request.method !== "GET") return new Response("GET only.", { status: 405 });
  const found = STOLEN_PASSWORDS.map(sha1Of)
    .filter((digits) => digits.startsWith(asked))
    .map((digits) => `${digits.slice(5)}:7`);
  const lines = [...Array.from({ length: 20 }, (_, number) => filling(number)), ...found];
  return new Response(lines.toSorted().join("\r\n"), { headers: { "content-type": "text/plain" } });
};
