const numberWords = [
  ...[
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
] as const

/** [CF-12.14] Up to twenty in words, as today's client does. */
export function toNumberWord(count: number): string {
  return numberWords[count] ?? String(count)
}
