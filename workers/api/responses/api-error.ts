// API errors: one JSON shape and one code per status. pages/layout/error.tsx renders them for people.
import type { Refusal } from '../../../games/game.ts'

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
export type ErrorCode = keyof typeof errorStatuses
export const errorCodes = Object.keys(errorStatuses) as readonly ErrorCode[]

interface ErrorDetails {
  /** The field of the request to correct. */
  readonly field?: string
  /** For a code with two statuses: 405 and 426 are both `unsupported`. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Thrown anywhere in a request and answered by the app. The message is for the caller: what went wrong, and what to do
 * next. It contains no paths and no secrets.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return this.details.status ?? errorStatuses[this.code]
  }

  response(): Response {
    const { field, headers } = this.details
    return jsonResponse(
      { error: this.code, ...(field !== undefined && { field }), detail: this.message },
      this.status,
      headers,
    )
  }
}

/** A malformed field (400). */
export const invalid = (field: string, detail: string) => new ApiError('invalid', detail, { field })
/** A well-formed field with a value that is not allowed (422). */
export const refused = (field: string, detail: string) => new ApiError('refused', detail, { field })

/** A game's refusal: 400 if it could not parse the input, else 422. */
export const gameRefusal = ({ refused: { field, detail, unparseable } }: Refusal) =>
  unparseable ? invalid(field, detail) : refused(field, detail)

export const notFound = (detail = 'there is nothing at this address') => new ApiError('not-found', detail)

export const unauthorized = (detail: string) =>
  new ApiError('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } })

/** 429 with the time to wait. */
export function tooManyRequests(reason: string, waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000)
  return new ApiError('slow-down', `${reason}: try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  })
}

export const upgradeRequired = () =>
  new ApiError('unsupported', 'this path accepts only WebSocket upgrades', {
    status: 426,
    headers: { upgrade: 'websocket', connection: 'Upgrade' },
  })

/** A JSON response of the API, never cached. `Body`: its type in answers.ts. */
export function jsonResponse<Body>(
  body: Body,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}
