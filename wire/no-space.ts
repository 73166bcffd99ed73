// Errors that say that nothing more can be stored: of SQLite, of the file system and of the platform. The list is SQLite's own
// (https://sqlite.org/rescode.html): a full disk shows as SQLITE_FULL where a page is written, and as one of the I/O errors
// where the write-ahead log, its index or a folder has to grow.

const said = [
  'SQLITE_FULL',
  'SQLITE_IOERR(?:_(?:WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMOPEN|SHMSIZE|SHMLOCK|SHMMAP))?',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
].map((code) => `\\b${code}\\b`)

const pattern = new RegExp(
  [...said, 'disk is full', 'disk I/O error', 'no space left', 'exceeded (?:its|the) storage'].join('|'),
  'i',
)

/** Whether an error, or what it says, means that nothing more can be stored: it passes when there is space again. */
export function isNoSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return pattern.test(String(error))
  const code = 'code' in error ? String(error.code) : ''
  return pattern.test(`${error.message} ${code}`) || (error.cause !== undefined && isNoSpace(error.cause))
}

/** The code that such an error names, for people; undefined: it names none. */
export function noSpaceCode(error: unknown): string | undefined {
  return /\b(?:SQLITE_[A-Z_]+|ENOSPC|EDQUOT|EFBIG)\b/.exec(String(error))?.[0]
}
