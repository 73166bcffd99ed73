// All errors of the API have the same JSON shape. pages/layout/error.tsx renders them as pages.
import type { Refusal } from '../../../games/game.ts'

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

/** The error code: the field `error` of an answer. The code determines the usual HTTP status. */
export type ErrorCode = keyof typeof errorStatuses
export const errorCodes = Object.keys(errorStatuses) as readonly ErrorCode[]

interface ErrorDetails {
  /** The field of the request that the caller must correct. */
  readonly field?: string
  /** The HTTP status, if it differs from the usual status of the code. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** The message says what went wrong and what to do next. A message contains no paths and no secrets. */
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

  get sentence(): string {
    return this.message.replace(/[^.!?]$/, '$&.')
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

/** Status 400: the field is malformed. */
export const invalidFieldError = (field: string, detail: string) => new ApiError('invalid', detail, { field })
/** Status 422: the field is well-formed, but its value is not allowed. */
export const refusedFieldError = (field: string, detail: string) => new ApiError('refused', detail, { field })

/** Status 400 if the game could not parse the input, otherwise 422. */
export const gameRefusalError = ({ refused: { field, detail, unparseable } }: Refusal) =>
  unparseable ? invalidFieldError(field, detail) : refusedFieldError(field, detail)

export const notFoundError = (detail = 'there is nothing at this address') =>
  new ApiError('not-found', detail)

const maxShownName = 80

/** Status 404. Long names are cut, because the client chooses them. */
export const noneNamedError = (kind: string, name: string) =>
  notFoundError(`no ${kind} is called ${name.slice(0, maxShownName)}`)

/** Like `noneNamedError`, for things that have ids instead of names. `hint`: why the thing may be missing. */
export const noneWithIdError = (kind: string, id: string, hint?: string) =>
  notFoundError(`no ${kind} has the id ${id.slice(0, maxShownName)}${hint === undefined ? '' : `: ${hint}`}`)

/** Status 401. `field`: the name of the field with the token (default: `token`). */
export const unauthorizedError = (detail: string, field?: string) =>
  new ApiError('unauthorized', detail, {
    ...(field !== undefined && { field }),
    headers: { 'www-authenticate': 'Bearer' },
  })

/** Status 403: the request bypassed the site's front proxy. */
export const internalPortError = () =>
  new ApiError(
    'unauthorized',
    'only the site itself may use this port: open the address that "npm start" printed',
    { status: 403 },
  )

/** Status 429 or 503. The message and `Retry-After` contain the time to wait. */
export const retryLaterError = (code: 'slow-down' | 'unavailable', reason: string, seconds: number) =>
  new ApiError(code, `${reason}: try again in ${seconds} s`, { headers: { 'retry-after': `${seconds}` } })

/** Status 429. The message and `Retry-After` contain the time to wait. */
export const tooManyRequestsError = (reason: string, waitMs: number) =>
  retryLaterError('slow-down', reason, Math.ceil(waitMs / 1000))

export const upgradeRequiredError = () =>
  new ApiError('unsupported', 'this path accepts only WebSocket upgrades', {
    status: 426,
    headers: { upgrade: 'websocket', connection: 'Upgrade' },
  })

/** Clients must not cache the response. `Body`: the type of the JSON, as in answers.ts. */
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
