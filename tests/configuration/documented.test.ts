import { describe, expect, test } from "bun:test";
import { COMMANDS } from "#server/commands/commands.ts";
import { commandsUnder, helpOf, LISTED, USAGE } from "#server/commands/help.ts";
import { isSecret, isVariable, VARIABLES } from "#server/config/variables.ts";
import { run } from "#server/main.ts";

const NAMES = Object.keys(VARIABLES);
const BESIDES = ["serve", "doctor", "help", "site example"];

describe("help", () => {
  test("lists every command, and nothing that is none", () => {
    expect([...LISTED].toSorted()).toEqual([...Object.keys(COMMANDS), ...BESIDES].toSorted());
    for (const line of USAGE.split("\n")) expect(line.length).toBeLessThanOrEqual(105);
  });

  test("of a command says what it is for, what it takes, which variables it reads and how it ends", () => {
    for (const name of LISTED) {
      const help = helpOf(name) ?? "";
      const { takes = [], mayTake } = COMMANDS[name] ?? {};
      expect(help).toStartWith(`Usage: lynxden ${[name, ...takes].join(" ")}`);
      if (mayTake !== undefined) expect(help).toContain(`[${mayTake}]`);
      expect([name, /\n\n[A-Z].{8,}\.\n\n/s.test(help)]).toEqual([name, true]);
      for (const code of [0, 1, 2]) expect(help).toMatch(new RegExp(`^  ${code}  \\w`, "m"));
      for (const word of help.match(/\b[A-Z][A-Z\d]+_[A-Z\d_]+\b/g) ?? [])
        expect([
          word,
          isVariable(word.replace(/_FILE$/, "")) ||
            isVariable(word) ||
            word === "EPIC_MATCHMAKING_",
        ]).toEqual([word, true]);
    }
    expect(helpOf("dance")).toBeNull();
  });

  test("of serve has every variable with its default, and where a secret may lie", () => {
    const help = helpOf("serve") ?? "";
    for (const name of NAMES) {
      const line = help.split("\n").find((one) => one.startsWith(`  ${name} `)) ?? "";
      expect([name, line.includes(`${name}_FILE`)]).toEqual([name, isSecret(name)]);
    }
    expect(help).toMatch(/^ {2}PORT +where it listens \[3000\]$/m);
  });

  test("comes with exit code 0 as help, help COMMAND and COMMAND --help, and with 2 where there is none", async () => {
    const written: string[] = [];
    const { write } = Bun;
    Object.assign(Bun, { write: async (_to: unknown, text: string) => written.push(text) });
    try {
      const ask = async (...argv: string[]): Promise<(number | string)[]> => {
        written.length = 0;
        const code = await run(argv, {}, () => Promise.reject(new Error("No pages here.")));
        return [code, written.join("")];
      };
      const backup = [0, `${helpOf("backup")}\n`];
      expect(await ask("help", "backup")).toEqual(backup);
      expect(await ask("backup", "--help")).toEqual(backup);
      expect(await ask("backup", "x.sqlite", "-h")).toEqual(backup);
      expect(await ask("help", "site", "export")).toEqual([0, `${helpOf("site export")}\n`]);
      expect(await ask("help")).toEqual([0, `${USAGE}\n`]);
      expect(await ask("--help")).toEqual([0, `${USAGE}\n`]);
      const unknown = `${USAGE}\n\nThere is no command "dance".\n`;
      expect(await ask("help", "dance")).toEqual([2, unknown]);
      expect(await ask("dance", "now")).toEqual([2, unknown]);
      expect(await ask("doctor", "now")).toEqual([2, "Usage: lynxden doctor [--json]\n"]);
      expect(await ask()).toEqual([2, `${USAGE}\n`]);
      // The first word of several commands: those, and not all.
      const [code, text] = await ask("help", "members");
      expect([code, text]).toEqual([0, `${commandsUnder("members")}\n`]);
      expect(text).toMatch(/^ {2}members import FILE\.csv/m);
      expect(text).toMatch(/^ {2}members export \[FILE\]/m);
      expect(text).not.toContain("backup");
      expect(await ask("members")).toEqual([2, `${text}\nThere is no command "members".\n`]);
      const [, wrong = ""] = await ask("members", "export-all", "x.csv");
      expect(wrong).toEndWith('There is no command "members export-all".\n');
    } finally {
      Object.assign(Bun, { write });
    }
  });
});

/** The names in the first cell of a row: `…_TOKEN_URL` goes on as the first one begins. */
const namesIn = (cell: string): string[] => {
  const written = [...cell.matchAll(/`(…?[A-Z\d_]+)`/g)].map(([, name = ""]) => name);
  const [first = ""] = written;
  return written.map((name) => {
    if (!name.startsWith("…")) return name;
    const parts = first.split("_");
    const whole = parts.map(
      (_part, index) => `${parts.slice(0, index + 1).join("_")}${name.slice(1)}`,
    );
    return whole.findLast(isVariable) ?? name;
  });
};

test("the README's table has every variable once, and nothing that is none", async () => {
  const readme = await Bun.file(new URL("../../README.md", import.meta.url)).text();
  const table = /^\| Variable .+\n\| -.+\n((?:\|.+\n)+)/m.exec(readme)?.[1] ?? "";
  const named = table.split("\n").flatMap((row) => namesIn(row.split("|")[1] ?? ""));
  expect(named.toSorted()).toEqual(NAMES.toSorted());
});
