// Reads an NDJSON answer: one progress line per part, and the answer itself as the last line.
import { Failure, oneLine } from '../terminal/failure.ts'

/** Media type in `Accept` that requests progress lines. */
export const linesType = 'application/x-ndjson'

/** Maximum length of a line in characters; the answer is one line. */
const mostOfLine = 1024 * 1024

/** The answer as it would be without progress lines. */
export interface LateAnswer {
  readonly status: number
  readonly answer: unknown
}

/** The last line; `tell` receives each line before it. Throws Failure if the answer ends early. */
export async function answeredInLines(
  { body, url }: Response,
  tell: (share: number) => void,
): Promise<LateAnswer> {
  const cut = () => new Failure(`${url}: the answer ended before all of it had come; the room may be there`)
  let rest = ''
  let last: LateAnswer | undefined
  try {
    for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > mostOfLine) throw cut()
      for (const line of lines) {
        const said = JSON.parse(line) as { readonly share?: number } & Partial<LateAnswer>
        if (typeof said.share === 'number') tell(said.share)
        if (typeof said.status === 'number') last = { status: said.status, answer: said.answer }
      }
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${url}: ${oneLine(error)}`)
  }
  if (!last) throw cut()
  return last
}
