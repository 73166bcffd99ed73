// Archives that the site's forms and the command line convert to zip files before they send them.

/** File name endings for `accept` of a form's field. Browsers compare only the part after the last dot. */
export const packedFolderEndings = ['.tar', '.gz', '.tgz', '.xz', '.deb'] as const

/** Whether this is the file name of a tar archive, compressed or not, or of a Debian package. */
export function isPackedFolderName(name: string): boolean {
  return /\.(?:tar|tar\.gz|tgz|tar\.xz|deb)$/.test(name)
}
