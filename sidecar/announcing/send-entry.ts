// Sends an entry to a public server list, in the format of an HTML form.
import type { SendEntry } from './server-list-announcer.ts'

const timeoutMs = 15_000
/** Limit of a list's answer, which is usually nothing or one line. */
const maxAnswerBytes = 4096

/** Sends an entry, or rejects with one line: the HTTP status, or the reason why the list did not answer. */
export const postServerListEntry: SendEntry = async (url, fields) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const response = await fetch(url, {
    ...{ method: 'POST', body: form, redirect: 'manual' },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Error(`no answer: ${causeOf(error)}`)
  })
  const text = await readStart(response)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return text
}

async function readStart({ body }: Response): Promise<string> {
  if (!body) return ''
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= maxAnswerBytes) break
  }
  return Buffer.concat(pieces).subarray(0, maxAnswerBytes).toString()
}

/** The code of the system's error, which `fetch` wraps in its own error; the error's name if there is no code. */
function causeOf(error: unknown): string {
  const { cause, name } = error as { readonly cause?: { readonly code?: string }; readonly name: string }
  return cause?.code ?? name
}
