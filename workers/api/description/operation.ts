// The API as data: routes are made of it, its fields check requests, and openapi.ts describes it. The API has no
// other operations. This folder does not import the rest of the Worker.

import type { Fields } from '../../../games/shared/schema/schema.ts'
import type { AnswerName } from '../responses/answers.ts'
import type { ErrorCode } from '../responses/api-error.ts'
import type { FormFields } from './fields.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  readonly method: Method
  /** As in routes: `/api/rooms/:game/:room`; fields.ts describes the parameters. */
  readonly path: string
  /** Unique; a verb and its object: `listRooms`. */
  readonly name: string
  /** One sentence. */
  readonly summary: string
  /**
   * The token required in `Authorization: Bearer …`; `creator`: the site's, unless all may create rooms;
   * `author`: the secret of the changed content, or the host's token; none for new content; `series`: the key of the series.
   */
  readonly token?: 'site' | 'host' | 'sidecar' | 'creator' | 'author' | 'series'
  /** The query parameters; others are ignored. */
  readonly query?: Fields
  readonly json?: Fields
  readonly form?: FormFields
  /** The description of a body that is a file. */
  readonly body?: string
  /** The successful answers, by status. */
  readonly responses: { readonly [status: number]: ResponseSpec }
  /** The errors beside those that every operation can have, such as an unavailable object. */
  readonly errors?: readonly ErrorCode[]
}

export interface ResponseSpec {
  readonly description: string
  /** The JSON of the body (answers.ts). Without it and `type` there is no body. */
  readonly schema?: AnswerName
  /** A media type or range, for a body other than JSON. */
  readonly type?: string
}
