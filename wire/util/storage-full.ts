// Recognizes errors of SQLite, the file system and the platform for full storage. For a full disk, SQLite
// (https://sqlite.org/rescode.html) reports SQLITE_FULL when it writes a page, and an I/O error when the write-ahead log,
// its index or a folder has to grow.

/** Whether the error is due to full storage, which ends when space is available again. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return matchesStorageFull(String(error))
  const code = 'code' in error ? String(error.code) : ''
  return (
    matchesStorageFull(`${error.message} ${code}`) ||
    (error.cause !== undefined && isStorageFull(error.cause))
  )
}

function matchesStorageFull(text: string): boolean {
  return (
    /\bSQLITE_(?:FULL|IOERR)\b|\bSQLITE_IOERR_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHM[A-Z]+)\b/.test(text) ||
    /\b(?:ENOSPC|EDQUOT|EFBIG)\b|disk is full|no space left|disk I\/O error(?!.*SQLITE_IOERR_)/i.test(text) ||
    /storage limit|exceeded (?:its|the) storage/i.test(text)
  )
}

/** The error code in the text; undefined if it contains none. */
export function storageFullCode(text: string): string | undefined {
  return /\b(?:SQLITE_[A-Z_]+|ENOSPC|EDQUOT|EFBIG)\b/.exec(text)?.[0]
}
