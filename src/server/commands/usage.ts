import { VERSION } from "#server/core/version.ts";

/** What \`lynxden --help\` prints. */
export const USAGE = `Lynxden ${VERSION}, the community site of a game-server host.

Usage: lynxden COMMAND

  serve [--drill]
                  runs the site; with --drill a restored copy to look at, which sends no mail, webhook or
                  push message by itself, removes no files and makes no backups
  setup           makes the database where there is none, and prints a link, good once and for an hour,
                  with which the first Admin creates an account; also while the site serves
  migrate         brings the database up to date
  backup [FILE]   copies the database into FILE, also while the site serves; without FILE makes a
                  verified backup in the place that BACKUP_TO names
  restore FILE    puts FILE, compressed or not, in the place of the database; the site must not be
                  running. "latest" is the newest backup in the place that BACKUP_TO names
  members import FILE.csv [--dry-run] [--invite]
                  brings members along from another site, also while the site serves: each account waits
                  for its owner, and a second run brings nothing twice. Prints the lines that it refuses;
                  --invite mails everybody a link; exit code 1 where every line was refused
  members export [FILE]
                  prints all members as "members import" takes them, or writes them into FILE
  export FOLDER   writes members, tickets with their messages, the ledger of points, and orders into
                  FOLDER, each as CSV and as JSON, also while the site serves
  move TARGET     moves the whole database into an empty one of the other engine, postgres://… or
                  sqlite:FOLDER, compares every row afterwards, and leaves the present one as it is; no
                  site must be running
  site example    prints a community.toml that has everything: the community that is built in
  site export [FILE]
                  prints what is published, as community.toml has it, without the machine's part; or
                  writes it into FILE, and its pictures into a folder beside it
  site import FILE
                  publishes what FILE says, with the pictures in the folder beside it, also while the
                  site serves; nothing where it is not right
  admin create EMAIL
                  makes an Admin with this address, and prints a link to set the password
  admin verify EMAIL
                  confirms this address, for whom no mail arrives
  admin promote EMAIL
                  makes the member with this address an Admin
  admin reset-link EMAIL
                  prints a link to set a new password, valid once and for one hour
  admin reset-second-factor EMAIL
                  removes the authenticator app, recovery codes and passkeys of this account, for whom
                  they are lost, and logs it out everywhere
  admin list      lists the Admins
  audit verify [POSITION:HASH]
                  follows the chain of the audit log, and names the first line that is not as it was
                  written down. POSITION:HASH is a line that the site's log names (audit.sealed)
  doctor [--json] looks at configuration, database, mail, providers, game servers, disk and clock, also
                  while the site serves, and changes nothing; exit code 1 where something needs you
  help [COMMAND]  prints this, or what a command is for, which variables it reads and how it ends
  --version       prints the version
  --help          the same as help

Configuration comes from the environment ("lynxden help serve" lists its variables) and from
community.toml ("lynxden site example" prints one that has everything).`;
