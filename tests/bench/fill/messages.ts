/** Messages of each ticket; the long thread has some of those of others. */
export const LINES = 10;
/** So many tickets or messages have what is rare, whatever their number. */
export const RARE = 20;
export const RARE_WORD = "opal";

/** Different words that people use: of a few of them all the time, of most of them seldom. */
const VOCABULARY = 5000;
export const WORDS_OF_A_MESSAGE = 3;
/** What every message says; in lower case, the words of `saidIn`. */
export const WORDS_OF_ALL = ["somebody", "says", "something", "again"] as const;

/** A prime number: the words of neighbours have nothing to do with each other. */
const DRAWS = 10_007;
/** From one word of a message to the next. */
const STRIDE = 1000;
const FIRST = 7919;

/**
 * One of the words of a message, in SQL: those with low numbers are drawn by far the most often.
 * @param message the number of the message, in SQL.
 * @param draw which of its words, from 0.
 */
export const drawnWord = (message: string, draw: number): string => {
  const drawn = `((${message} % ${DRAWS}) * ${FIRST + draw * STRIDE} % ${DRAWS})`;
  const share = `(${drawn} * 1.0 / ${DRAWS})`;
  return `'word' || CAST(${share} * ${share} * ${share} * ${VOCABULARY} AS INTEGER)`;
};

/** What a message says, in SQL. @param messages how many there are. */
export const saidIn = (message: string, messages: number): string => {
  const words = Array.from({ length: WORDS_OF_A_MESSAGE }, (_, draw) => drawnWord(message, draw));
  const rare = `CASE WHEN ${message} % ${messages / RARE} = 1 THEN ' ${RARE_WORD}' ELSE '' END`;
  return `'Somebody says something again. ' || ${words.join(" || ' ' || ")} || ${rare}`;
};
