/** The first keyword that matches is used. The keyword '' matches any speech. */
export type ParsedReplies = readonly (readonly [word: string, answer: string])[]

/**
 * [CF-15.12] Parses lines `@match word|word`, each with the answer that follows up to the next `@match`. The word `*`
 * matches any speech. Suggested replies (`@reply WORD TEXT` and `@question WORD TEXT`) are appended to the answer as
 * `WORD: TEXT`. Returns [] for a text without `@match`.
 */
export function parseReplies(msg: string): ParsedReplies {
  return msg
    .split(/^@match /m)
    .slice(1)
    .flatMap((part) => {
      const [words = '', ...lines] = part.split('\n')
      const next = lines.flatMap((line) => {
        const [, word, text] = /^@(?:reply|question) (\S+) (.*)$/.exec(line) ?? []
        return word === undefined ? [] : [`${word}: ${text}`]
      })
      const spoken = lines.filter((line) => !/^@(?:reply|question)\b/.test(line))
      const answer = [spoken.join('\n').trim(), ...next].join('\n').trim()
      return words
        .split('|')
        .map((word) => [word.trim() === '*' ? '' : word.trim().toLowerCase(), answer] as const)
    })
}
