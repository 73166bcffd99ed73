const numberWords = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
] as const

/** [CF-12.14] A number up to twenty in words, as in today's client, and a higher one in digits. */
export function toNumberWord(count: number): string {
  return numberWords[count] ?? String(count)
}
