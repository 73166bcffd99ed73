// Actions: what people change in a room through the site, without a client, such as a claim on a slot. Types only.
import type { Fields, JsonObject } from './shared/schema/schema.ts'

/**
 * A change that anybody may request, by API or from a form on a page. The world decides whether the author may make it.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface PublicAction<W = unknown> {
  /** One sentence. */
  readonly description: string
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/api/rooms/GAME/:room/`. `:name` is a parameter. */
  readonly path: string
  /**
   * The page with its form (`data-form`: the name of the action), relative to the room's page. `:name` is a parameter. A
   * refused form is shown there again, with the reason.
   */
  readonly formPage?: string
  /** Fields of the JSON body, or of the form. Absent: there are none. */
  readonly fields?: Fields
  /** The body is a file instead; in a form it is the field `file`. */
  readonly upload?: ActionUpload
  /** Content of the successful answer. */
  readonly answer: string
  /** Set if the action can issue a secret. */
  readonly issuesSecrets?: true
  /** The refusals that `run` can return. */
  readonly refusals: readonly ActionRefusal['refused'][]
  /** Runs in its own transaction. A refusal must leave the world unchanged. */
  run(world: W, request: ActionRequest): ActionDone | ActionRefusal
}

/** The file that an action takes. */
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
  /** Validated by `PublicAction.fields`. */
  readonly fields: JsonObject
  /** The uploaded file. */
  readonly file?: { readonly name: string; readonly bytes: Uint8Array }
  readonly author: ActionAuthor
}

/**
 * The author of a request. A secret from an earlier action proves that a person without the host link did that action.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface ActionAuthor {
  /** Whether it has the room's or the site's token. */
  readonly isOwner: boolean
  /** SHA-256 of the secret that they sent. */
  readonly secretDigest?: string
  /** SHA-256 of a new secret, which they get if the action is done with `issuesSecret`. */
  readonly newSecretDigest: string
}

/**
 * An action that was done.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface ActionDone {
  /** The JSON answer; absent: 204. */
  readonly body?: JsonObject
  /** The author gets the new secret, this once (201). */
  readonly issuesSecret?: true
  /** The page to show after a form, relative to the room's page. */
  readonly page: string
  /** A line for the room's log. */
  readonly log?: string
}

/**
 * Why an action was not done. `refused` is the API's error code.
 * @example games/archipelago/claims/claim-actions.ts
 */
export interface ActionRefusal {
  readonly refused: 'invalid' | 'refused' | 'unauthorized' | 'not-found' | 'taken' | 'too-large'
  readonly detail: string
  /** The field to correct. */
  readonly field?: string
}
