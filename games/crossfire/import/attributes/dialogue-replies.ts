// Replies of characters and magic ears to what players say.

/** Keywords with answers. The first match wins; '' matches anything. */
export type ParsedReplies = readonly (readonly [word: string, answer: string])[]

/**
 * [CF-15.12] Parses `@match word|word` and the answer that follows, up to the next `@match`; `*` matches anything.
 * The suggested replies (`@reply WORD TEXT`, `@question WORD TEXT`) follow the answer as `WORD: TEXT`. Returns []
 * without an `@match`.
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
