/** [CF-16.5] */
export const maxMessageLength = 256

/**
 * [CF-16.5] [CF-10.5] Current clients interpret texts such as `[b]` as markup. A space after each bracket prevents
 * styled and forged messages.
 */
export function sanitizeText(words: string): string {
  const bare = [...words].filter((letter) => letter >= ' ' && letter !== '\x7f').join('')
  return bare
    .trim()
    .slice(0, maxMessageLength)
    .replace(/\[(?=\/?[a-z]+(=[^\]]*)?\])/g, '[ ')
}
