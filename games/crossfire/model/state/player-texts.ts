/** [CF-16.5] In bytes. */
export const maxMessageLength = 256

/**
 * [CF-16.5] Each character of `text` stands for a byte. No character of UTF-8 is cut into two, because clients would
 * then read the whole text as Latin-1.
 */
export function truncateText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength)
  const [last = ''] = /[\xc0-\xff][\x80-\xbf]{0,2}$/.exec(cut) ?? []
  const isWhole = text.length <= maxLength || !/[\x80-\xbf]/.test(text[maxLength]!)
  return isWhole ? cut : cut.slice(0, cut.length - last.length)
}

/**
 * [CF-16.5] [CF-10.5] Current clients interpret texts such as `[b]` as markup. An added space after the bracket
 * prevents styled and forged messages.
 */
export function sanitizeText(words: string): string {
  const bare = [...words].filter((letter) => letter >= ' ' && letter !== '\x7f').join('')
  return truncateText(bare.trim(), maxMessageLength).replace(/\[(?=\/?[a-z]+(=[^\]]*)?\])/g, '[ ')
}
