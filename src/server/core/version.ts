import { name, version } from "#package.json";

/** The program's version, as package.json has it. */
export const VERSION: string = version;

/** By which the program names itself to services elsewhere. */
export const USER_AGENT: string = `${name}/${version}`;
