// What the site does for programs, as data: routes are made of it, requests are checked by its fields, and openapi.ts
// describes it. An operation that is not written down so does not exist. Nothing here knows the Worker.

import type { JsonSchema } from '../../games/shared/shapes/schema.ts'
import type { FieldTable } from '../../games/shared/shapes/shape.ts'
import type { ErrorWord } from '../answers/error.ts'
import type { FormTable } from './fields.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Operation {
  readonly method: Method
  /** As routes have it: `/api/rooms/:game/:room`; what its parameters are is in fields.ts. */
  readonly path: string
  /** A verb and what it is about, `listRooms`; no two have the same. */
  readonly name: string
  /** One sentence. */
  readonly says: string
  /** Whose token is wanted in `Authorization: Bearer …`; `creator`: the site's, unless all may create rooms. */
  readonly token?: 'site' | 'host' | 'sidecar' | 'creator'
  /** Behind the `?`; what else is there is passed over. */
  readonly query?: FieldTable
  readonly json?: FieldTable
  readonly form?: FormTable
  /** What goes well, by status. */
  readonly answers: { readonly [status: number]: Answer }
  /** What may go wrong beside what may everywhere: an unavailable object. */
  readonly errors?: readonly ErrorWord[]
}

export interface Answer {
  readonly says: string
  /** Of JSON: the name of its schema. Without it and `type` there is no body. */
  readonly schema?: string
  /** Of what is no JSON: a media type, or a range of them. */
  readonly type?: string
}

/** Schemas by name, `$ref`ed from each other as `#/components/schemas/NAME`. */
export type Schemas = { readonly [name: string]: JsonSchema }
