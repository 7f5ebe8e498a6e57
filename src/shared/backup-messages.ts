const FOLDER_CODES: Readonly<Record<string, string>> = {
  ENOSPC: "its disk is full. Make room, or set BACKUP_KEEP lower",
  EDQUOT: "the quota of its disk is used up. Make room, or set BACKUP_KEEP lower",
  EACCES: "this program may not write there. Give the folder to the user that the site runs as",
  EPERM: "this program may not write there. Give the folder to the user that the site runs as",
  EROFS:
    "it is read-only for this program. Either its disk is mounted so, or the unit of the service does not name the folder under ReadWritePaths",
  ENOENT: "it is not there. Mount its disk, or make the folder",
  ENOTDIR: "part of its path is a file",
  EEXIST: "part of its path is a file",
};

const UNREADABLE_CODES: Readonly<Record<string, (folder: string) => string>> = {
  ENOENT: (folder) =>
    `There is no folder ${folder}. Mount its disk, or set BACKUP_TO to the folder that has the backups.`,
  ENOTDIR: (folder) =>
    `${folder} is no folder, but a file or below one. Set BACKUP_TO to the folder that has the backups.`,
  EACCES: (folder) =>
    `This user may not read the backups in ${folder}. Run the command as the user that the site runs as.`,
};

type Bucket = { bucket: string; endpoint: string };

const BUCKET_CODES: Readonly<Record<string, (where: Bucket) => string>> = {
  ConnectionRefused: ({ endpoint }) => `Nothing answers at ${endpoint}. Check S3_ENDPOINT.`,
  ConnectionClosed: ({ endpoint }) => `${endpoint} hung up.`,
  FailedToOpenSocket: ({ endpoint }) => `${endpoint} cannot be reached. Check S3_ENDPOINT.`,
  ENOTFOUND: ({ endpoint }) => `The host of ${endpoint} has no address. Check S3_ENDPOINT.`,
  Timeout: ({ endpoint }) => `${endpoint} gives no answer.`,
  NoSuchBucket: ({ bucket, endpoint }) =>
    `There is no bucket ${bucket} at ${endpoint}. Make it, or correct BACKUP_TO.`,
  NoSuchKey: ({ bucket }) => `There is no such file in the bucket ${bucket}.`,
  InvalidAccessKeyId: ({ endpoint }) =>
    `${endpoint} does not know the key. Check S3_ACCESS_KEY_ID.`,
  SignatureDoesNotMatch: ({ endpoint }) =>
    `${endpoint} refuses the signature. Check S3_SECRET_ACCESS_KEY and S3_REGION.`,
  AccessDenied: ({ bucket }) =>
    `The key has no right to do this in the bucket ${bucket}. It must list, read, write and delete.`,
};

/** What is said of backups that the site makes, in the log, in doctor and to Admins. */
export const BACKUPS = {
  /** @param code of the operating system. */
  folderRefuses: (folder: string, code: string) =>
    `Backups cannot be put into ${folder}: ${FOLDER_CODES[code] ?? `the system says ${code}`}.`,
  /** @param code of the operating system. */
  unreadable: (folder: string, code: string) =>
    UNREADABLE_CODES[code]?.(folder) ??
    `The backups in ${folder} cannot be read: the system says ${code}.`,
  /** @param code, message of the service. */
  bucketRefuses: (where: Bucket, code: string, message: string) =>
    BUCKET_CODES[code]?.(where) ??
    `The bucket ${where.bucket} at ${where.endpoint} refuses (${code}: ${message}).`,
  bucketCut: (bucket: string, sentBytes: number, thereBytes: number) =>
    `The bucket ${bucket} has ${thereBytes} bytes of ${sentBytes} that were sent.`,

  beingMade: (folder: string) =>
    `A backup is being made in ${folder} already. Wait until it is done.`,
  uncopied: (reason: string) => `The database could not be copied: ${reason}`,
  diskFull: (folder: string) =>
    `There is no room in ${folder} for a copy of the database, which is made there first. Make room.`,
  changed: "What was read back is not what was copied. Check disk and memory of this machine.",
  /** @param reason what is wrong, a sentence. */
  unsound: (reason: string) => `The copy is not sound. ${reason}`,
  noTool: (tool: string) =>
    `${tool} is not installed here. On Debian and Ubuntu: apt install postgresql-client, of the server's version or newer; or let another machine run pg_dump, and unset BACKUP_TO.`,
  /** @param said by the tool. */
  toolFailed: (tool: string, said: string) => `${tool} failed: ${said}`,
  ended: (code: number | null) =>
    `The process that makes the backup ended with ${code ?? "a signal"} before it was done.`,
  tookTooLong: (hours: number) => `It was not done within ${hours} hours.`,

  subject: "The backup has failed",
  /** @param reason a sentence. */
  message: (reason: string) =>
    `The site could not back up its database. ${reason} It tries again within the hour; lynxden doctor says how it went.`,

  notConfigured:
    "BACKUP_TO is not set, so there is no place for backups. Set it, or name a file: lynxden backup FILE",
  /** @param file in its place. */
  made: (file: string, rows: number) => `${file} is a verified copy of the database: ${rows} rows.`,
  noneThere: (place: string) => `There is no backup in ${place}.`,
  /** Where none is of the engine that the site uses now. @param file the newest there. */
  othersThere: {
    sqlite: (place: string, file: string) =>
      `There is no backup of PostgreSQL in ${place}; the newest of SQLite is ${file}. Restore it without DATABASE_URL, and then take it to PostgreSQL: lynxden move.`,
    postgres: (place: string, file: string) =>
      `There is no backup of SQLite in ${place}; the newest of PostgreSQL is ${file}. Set DATABASE_URL to the database that is to take it.`,
  },
  /** The file is read to its end before anything is taken away, and then put back as a whole or not at all. */
  restoreDump: (file: string) =>
    [
      "PostgreSQL's own tools put it in the place of all that is in the database, while no instance runs:",
      `pg_restore --schema=public --strict-names --file=/dev/null "${file}" &&`,
      `psql "$DATABASE_URL" --command="DROP SCHEMA public CASCADE; CREATE SCHEMA public" &&`,
      `pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --schema=public --dbname="$DATABASE_URL" "${file}" &&`,
      `psql "$DATABASE_URL" --command="DELETE FROM sessions"`,
    ].join("\n"),
  isThere: (file: string) =>
    `There is a file ${file} already. Restore that one, or move it away and try again.`,
  fetched: (file: string) => `${file} is a copy of the newest backup.`,
} as const;
