// In bytes.
export const kB = 1000
export const MB = 1_000_000
/** MAX_UPLOAD, where nothing is set. */
export const upload = 64 * 1024 * 1024
