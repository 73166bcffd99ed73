// Units, in bytes.
export const kB = 1000
export const MB = 1_000_000
/** Default of MAX_UPLOAD. */
export const maxUploadBytes = 64 * 1024 * 1024
