// The program, with the client build in the folder given first.
import { assetsFromFolder } from "#server/http/static.ts";
import { run } from "#server/main.ts";

const [client = ".", ...argv] = process.argv.slice(2);
process.exit(await run(argv, process.env, () => assetsFromFolder(client)));
