// An answer that tells how far it is until it is there: a line of JSON for each part, and itself as the last.
import { Failure, oneLine } from '../terminal/failure.ts'

/** Who accepts this is answered so. */
export const linesType = 'application/x-ndjson'

/** Letters of a line; the answer is one. */
const mostOfLine = 1024 * 1024

/** As it would have come by itself. */
export interface LateAnswer {
  readonly status: number
  readonly answer: unknown
}

/** The last line; `tell` hears each one before it. Throws Failure for an answer that ends before. */
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
