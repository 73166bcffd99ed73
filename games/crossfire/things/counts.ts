// Counts in words.

const words = [
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

/** [CF-12.14] Up to twenty in words, as today's client writes them. */
export function inWords(count: number): string {
  return words[count] ?? String(count)
}
