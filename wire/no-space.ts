// Errors that say that nothing more can be stored: of SQLite, of the file system and of the platform. SQLite's codes are those of
// https://sqlite.org/rescode.html: a full disk shows as SQLITE_FULL where a page is written, and as one of the I/O errors where
// the write-ahead log, its index or a folder has to grow.

/** Whether an error, or what it says, means that nothing more can be stored: it passes when there is space again. */
export function isNoSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return says(String(error))
  const code = 'code' in error ? String(error.code) : ''
  return says(`${error.message} ${code}`) || (error.cause !== undefined && isNoSpace(error.cause))
}

function says(text: string): boolean {
  return (
    /\bSQLITE_(?:FULL|IOERR)\b|\bSQLITE_IOERR_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHM[A-Z]+)\b/.test(text) ||
    /\b(?:ENOSPC|EDQUOT|EFBIG)\b|disk is full|no space left|disk I\/O error(?!.*SQLITE_IOERR_)/i.test(text) ||
    /storage limit|exceeded (?:its|the) storage/i.test(text)
  )
}

/** The code that such a text names, for people; undefined: it names none. */
export function noSpaceCode(text: string): string | undefined {
  return /\b(?:SQLITE_[A-Z_]+|ENOSPC|EDQUOT|EFBIG)\b/.exec(text)?.[0]
}
