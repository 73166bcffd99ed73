// What persons and ears of a host's maps answer to what is said to them.

/** By the words that are listened for, the first that fits; '' is anything. */
export type Answers = readonly (readonly [word: string, answer: string])[]

/**
 * [CF-15.12] `@match word|word`, and what is said then, up to the next; `*` is anything. What one may say next (`@reply WORD TEXT`,
 * a question or not) stands below it, `WORD: TEXT`. Nothing, if there is no `@match`.
 */
export function answersIn(msg: string): Answers {
  return msg
    .split(/^@match /m)
    .slice(1)
    .flatMap((part) => {
      const [words = '', ...lines] = part.split('\n')
      const next = lines.flatMap((line) => {
        const [, word, text] = /^@(?:reply|question) (\S+) (.*)$/.exec(line) ?? []
        return word === undefined ? [] : [`${word}: ${text}`]
      })
      const said = lines.filter((line) => !/^@(?:reply|question)\b/.test(line))
      const answer = [said.join('\n').trim(), ...next].join('\n').trim()
      return words
        .split('|')
        .map((word) => [word.trim() === '*' ? '' : word.trim().toLowerCase(), answer] as const)
    })
}
