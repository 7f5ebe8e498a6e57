import { version } from "#package.json";

/** The program's version, as package.json has it. */
export const VERSION: string = version;
