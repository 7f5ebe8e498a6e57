// Holds the write lock of the database in the folder given, until a line arrives or the input ends.
import { Database } from "bun:sqlite";
import { databaseFile } from "#server/store/data-folder.ts";

const [dataDir = "."] = process.argv.slice(2);
const connection = new Database(databaseFile(dataDir));
connection.run("BEGIN IMMEDIATE");
connection.run("INSERT INTO limits VALUES ('other-process', 1, 0)");
process.stdout.write("held\n");
for await (const _ of process.stdin) break;
connection.run("COMMIT");
connection.close();
