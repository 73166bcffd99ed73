// The operations are data: routes are registered from them, requests are checked by their fields, and openapi.ts
// describes them. The folder workers/api imports no other part of the Worker.

import type { Fields } from '../../../games/shared/schema/schema.ts'
import type { AnswerName } from '../responses/answers.ts'
import type { ErrorCode } from '../responses/api-error.ts'
import type { FormFields } from './fields.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  readonly method: Method
  /** The path in Hono's syntax, as in `/api/rooms/:game/:room`. fields.ts describes the parameters. */
  readonly path: string
  /** The unique name: a verb and its object, as in `listRooms`. */
  readonly name: string
  readonly summary: string
  /**
   * The token required in `Authorization: Bearer …`. `site`, `host` and `sidecar`: the site's, the room's and the
   * sidecars' token. `creator`: the site's token, unless everybody may create rooms. `author`: the secret of the
   * changed content or the room's token. New content needs no token. `series`: the key of the series.
   */
  readonly token?: 'site' | 'host' | 'sidecar' | 'creator' | 'author' | 'series'
  /** Unknown parameters are ignored. */
  readonly query?: Fields
  readonly json?: Fields
  readonly form?: FormFields
  /** Describes the request's body; absent if the body is not a file. */
  readonly body?: string
  readonly responses: { readonly [status: number]: ResponseSpec }
  /** Without those that openapi.ts adds: `unavailable` and, for an operation with `token`, those of a wrong token. */
  readonly errors?: readonly ErrorCode[]
}

export interface ResponseSpec {
  readonly description: string
  /** The name of a schema in answers.ts. An answer with neither `schema` nor `type` has no body. */
  readonly schema?: AnswerName
  /** The media type or media range of a body that has no schema. */
  readonly type?: string
}
