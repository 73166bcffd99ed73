// What the site says when it does not do what was asked: one JSON shape, one word a status; pages/error.tsx is for people.
import type { Refused } from '../../games/game.ts'

/** The usual status of each `error`. */
export const errorStatuses = {
  invalid: 400,
  unauthorized: 401,
  'not-found': 404,
  timeout: 408,
  taken: 409,
  'too-large': 413,
  unsupported: 415,
  refused: 422,
  'slow-down': 429,
  unavailable: 503,
} as const

/** The `error` of an answer; its usual status follows from it. */
export type ErrorWord = keyof typeof errorStatuses

interface Particulars {
  /** The part of the request to mend. */
  readonly field?: string
  /** Where a word has two statuses: 405 and 426 are `unsupported` too. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Thrown anywhere in a request, answered by the app. `detail` is a sentence for who asked: no path, no secret. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly word: ErrorWord
  readonly particulars: Particulars

  constructor(word: ErrorWord, detail: string, particulars: Particulars = {}) {
    super(detail)
    this.word = word
    this.particulars = particulars
  }

  get status(): number {
    return this.particulars.status ?? errorStatuses[this.word]
  }

  response(): Response {
    const { field, headers } = this.particulars
    return json(
      { error: this.word, ...(field !== undefined && { field }), detail: this.message },
      this.status,
      headers,
    )
  }
}

/** A field that has not the form it must have (400). */
export const invalid = (field: string, detail: string) => new ApiError('invalid', detail, { field })
/** A field that is understood, but not granted (422). */
export const refused = (field: string, detail: string) => new ApiError('refused', detail, { field })

/** What a game refused: 400 if it cannot be read, else 422. */
export const refusal = ({ refused: { field, detail, unparseable } }: Refused) =>
  unparseable ? invalid(field, detail) : refused(field, detail)

export const notFound = (detail = 'there is nothing here') => new ApiError('not-found', detail)

export const unauthorized = (detail: string) =>
  new ApiError('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } })

/** 429 that says how long to wait. `why`: the sentence before that. */
export function slowDown(why: string, waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000)
  return new ApiError('slow-down', `${why}: try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  })
}

export const upgradeWanted = () =>
  new ApiError('unsupported', 'this door takes WebSockets only', {
    status: 426,
    headers: { upgrade: 'websocket', connection: 'Upgrade' },
  })

/** An answer of the API; no cache may keep it. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
}
