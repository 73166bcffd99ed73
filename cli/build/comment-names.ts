// Finds names in comments that no longer exist in the code, such as parameters that were renamed.

/** `line`: the line of the comment, from 1. */
interface CommentName {
  readonly path: string
  readonly line: number
  readonly name: string
}

/** Matches a legend, `` `name`: `` or `` `one`, `two`: ``, at the start of a comment or a sentence. */
const legend = /(?:^|[.;]\s+)((?:`[A-Za-z_$][\w$]*`(?:, | and )?)+):\s/g
const quoted = /`([^`]+)`/g
const identifier = /(?<!\\)\b[A-Za-z_$][\w$]*/g
const camelCase = /^[a-z]+[A-Z]/

/**
 * Collects the names in comments, file by file. A legend (`` `name`: its meaning ``) must name an identifier or a value
 * of its own file. Any other camelCase name in backticks must occur in the code of at least one file.
 */
export class CommentNames {
  readonly #code = new Set<string>()
  readonly #mentioned: CommentName[] = []
  readonly #stale: CommentName[] = []

  addCode(code: string): ReadonlySet<string> {
    const names = new Set(code.match(identifier))
    for (const name of names) this.#code.add(name)
    return names
  }

  /** `code`: the code without comments. */
  addSource(
    path: string,
    code: string,
    comments: Iterable<{ readonly text: string; readonly line: number }>,
  ): void {
    const names = this.addCode(code)
    for (const { text, line } of comments) {
      for (const [, part = ''] of text.matchAll(legend))
        for (const [, name = ''] of part.matchAll(quoted))
          if (!names.has(name)) this.#stale.push({ path, line, name })
      for (const [, part = ''] of text.matchAll(quoted))
        for (const [name] of part.matchAll(identifier))
          if (camelCase.test(name)) this.#mentioned.push({ path, line, name })
    }
  }

  /** Call `stale` after all files were added. */
  stale(): readonly CommentName[] {
    return [...this.#stale, ...this.#mentioned.filter(({ name }) => !this.#code.has(name))]
  }
}
