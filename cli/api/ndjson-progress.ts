// An NDJSON answer has one progress line per finished part and the actual answer as the last line.
import { describeInOneLine, Failure } from '../terminal/failure.ts'

export const ndjsonType = 'application/x-ndjson'

/** Maximum length of a line in characters. The actual answer is one line. */
const maxLineLength = 1024 * 1024

/** The actual answer: the text of an answer without progress lines. */
export interface FinalAnswer {
  readonly status: number
  readonly answer: unknown
}

/** `onProgress` is called with the share of each progress line (0 to 1). Throws Failure for a truncated response. */
export async function readNdjsonAnswer(
  { body, url }: Response,
  onProgress: (share: number) => void,
): Promise<FinalAnswer> {
  const truncated = () => new Failure(`${url}: the response ended early; check whether the room exists`)
  let rest = ''
  let last: FinalAnswer | undefined
  try {
    for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength) throw truncated()
      for (const line of lines) {
        const message = JSON.parse(line) as { readonly share?: number } & Partial<FinalAnswer>
        if (typeof message.share === 'number') onProgress(message.share)
        if (typeof message.status === 'number') last = { status: message.status, answer: message.answer }
      }
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${url}: ${describeInOneLine(error)}`)
  }
  if (!last) throw truncated()
  return last
}
