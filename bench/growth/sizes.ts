// `kB` and `MB` in bytes.
export const kB = 1000
export const MB = 1_000_000
/** The default of the setting MAX_UPLOAD, in bytes. */
export const maxUploadBytes = 64 * 1024 * 1024
