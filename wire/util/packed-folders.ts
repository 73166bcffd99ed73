// Packed folders that the site's forms and the command line send as zips.

/** File name endings, as `accept` of a form's field lists them: browsers compare what follows the last dot. */
export const packedFolderEndings = ['.tar', '.gz', '.tgz', '.xz', '.deb'] as const

/** Whether it is the name of a tar, compressed or not, or of a Debian package. */
export function isPackedFolderName(name: string): boolean {
  return /\.(?:tar|tar\.gz|tgz|tar\.xz|deb)$/.test(name)
}
