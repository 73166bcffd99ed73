// The public data of a room beside its page: JSON endpoints, files, and content that rooms share.
import type { World } from './world.ts'

/**
 * A part of a room's public state, served as JSON at `/:game/:room/api/…`.
 * @example games/archipelago/endpoints/index.ts
 */
export interface Endpoint<W extends World> {
  /** One sentence. */
  readonly description: string
  /** Relative to `/:game/:room/api/`. `:name` is a parameter. */
  readonly path: string
  /** An additional path in the room's API, relative to `/api/rooms/GAME/:room/`. */
  readonly apiPath?: string
  /** Media type (default: JSON). */
  readonly type?: string
  /** Site-wide paths. `:id` is the room's public id of the name given in `id`. */
  readonly aliases?: readonly { readonly path: string; readonly id: string }[]
  /** Seconds for which shared caches may keep it. */
  readonly maxAgeSeconds: number
  /** The text; undefined if nothing matches the parameters. */
  respond(world: W, params: { readonly [name: string]: string }, room: EndpointRoom): string | undefined
}

/**
 * Facts about the room, besides its world, that an endpoint can use.
 * @example games/archipelago/endpoints/webhost.ts
 */
export interface EndpointRoom {
  /** Absolute URL of the room's page. */
  readonly url: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly publicIds: { readonly [name: string]: string }
  /** The public ports that sidecars opened for the room. */
  readonly ports: readonly { readonly transport: string; readonly port: number }[]
}

/**
 * A file that a room serves. `secret`: only to holders of the room's token.
 * @example games/arcane-sector/index.ts
 */
export interface GameFile {
  readonly name: string
  readonly type: string
  readonly secret?: boolean
  /** Whether the bytes never change while the room exists, so that clients can cache them. */
  readonly immutable?: boolean
  body(): Uint8Array | string | BuildAsset
}

/**
 * A site asset that is the same in all rooms. The build generates it with the game's `builtin/assets.ts`, under this
 * name.
 * @example games/doom-2077/index.ts
 */
export interface BuildAsset {
  readonly assetName: string
}

/**
 * Content that several rooms of a site can have, under an id that names it. Must not change while the room exists.
 * @example games/archipelago/endpoints/shared-packages.ts
 */
export interface SharedContent<W extends World> {
  /** Kind of the ids. Endpoint aliases with this kind of id are served site-wide by any room that has the id. */
  readonly kind: string
  /** The site uses the first 256 of a room, and ignores ids of over 64 and names of over 128 characters. */
  list(world: W): readonly { readonly id: string; readonly name: string }[]
  /** Site-wide paths that list the content of all rooms by name, each name once. */
  readonly indexes: readonly SharedIndex[]
}

/**
 * A JSON object of the shared content of all rooms, by name.
 * @example games/archipelago/endpoints/shared-packages.ts
 */
export interface SharedIndex {
  readonly name: string
  readonly path: string
  /** One sentence. */
  readonly description: string
  /** Seconds for which caches may keep it. */
  readonly maxAgeSeconds: number
  /**
   * The endpoint that supplies each entry's value: it is called with the query parameter `id`, and its response
   * contains the value in `field`. If absent, the value is the id.
   */
  readonly content?: { readonly endpoint: string; readonly field: string }
}
