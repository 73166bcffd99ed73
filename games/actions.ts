// Actions are changes that people make in a room through the site, without a client, such as claiming a slot. Types
// only.
import type { Fields, JsonObject } from './shared/schema/schema.ts'

/**
 * A change that anybody may request, by API or from a form on a page. The world decides whether the author may make it.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface PublicAction<W = unknown> {
  /** One sentence. */
  readonly description: string
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** Path of the operation, relative to `/api/rooms/GAME/:room/`. `:name` is a parameter. */
  readonly path: string
  /**
   * The page with the action's form, relative to the room's page. `:name` is a parameter. The form has the attribute
   * `data-form` with the action's name. If the action is refused, the page shows the form again, with the reason.
   */
  readonly formPage?: string
  /** Fields of the JSON body, or of the form. Absent: there are none. */
  readonly fields?: Fields
  /** Set if the body is a file instead of fields. In a form the file is the field `file`. */
  readonly upload?: ActionUpload
  /** Describes the answer, for the API's description. */
  readonly answer: string
  /** Set if the action can issue a secret to its author. */
  readonly issuesSecrets?: true
  readonly refusals: readonly ActionRefusal['refused'][]
  /** Runs the action in a transaction of its own. A refusal must leave the world unchanged. */
  run(world: W, request: ActionRequest): ActionDone | ActionRefusal
}

interface ActionUpload {
  /** One sentence. */
  readonly description: string
  readonly maxBytes: number
}

/**
 * Input of an action.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface ActionRequest {
  readonly params: { readonly [name: string]: string }
  /** The fields of the request, which `PublicAction.fields` has validated. */
  readonly fields: JsonObject
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly author: ActionAuthor
}

/**
 * The author of a request. A person without the host link proves with the secret from an earlier action that they did
 * that action.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface ActionAuthor {
  /** Whether the author has sent the room's or the site's token. */
  readonly isOwner: boolean
  /** SHA-256 of the secret that the author has sent. */
  readonly secretDigest?: string
  /** SHA-256 of a new secret, which the author gets if `ActionDone.issuesSecret` is set. */
  readonly newSecretDigest: string
}

/**
 * The result of an action that was done.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface ActionDone {
  /** The JSON answer. Absent: the answer is 204. */
  readonly body?: JsonObject
  /** The answer (201) contains the new secret, which is not shown again. */
  readonly issuesSecret?: true
  /** The page to show after a form, relative to the room's page. */
  readonly page: string
  readonly log?: string
}

/**
 * The result of an action that was not done. `refused`: the API's error code.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface ActionRefusal {
  readonly refused: 'invalid' | 'refused' | 'unauthorized' | 'not-found' | 'taken' | 'too-large'
  readonly detail: string
  /** The field to correct. */
  readonly field?: string
}
