import type { World } from './world.ts'

/**
 * A part of a room's public state, served as JSON at `/:game/:room/api/…`.
 * @example games/archipelago/endpoints/index.ts
 */
export interface Endpoint<W extends World> {
  /** One sentence. */
  readonly description: string
  /** Path of the endpoint, relative to `/:game/:room/api/`. `:name` is a parameter. */
  readonly path: string
  /** An additional path in the room's API, relative to `/api/rooms/GAME/:room/`. */
  readonly apiPath?: string
  /** Media type (default: JSON). */
  readonly type?: string
  /** Site-wide paths, in which `:id` is the room's public id with the name `id`. */
  readonly aliases?: readonly { readonly path: string; readonly id: string }[]
  /** Seconds for which shared caches may keep the response. */
  readonly maxAgeSeconds: number
  /** Undefined if nothing matches the parameters. */
  respond(world: W, params: { readonly [name: string]: string }, room: EndpointRoom): string | undefined
}

/**
 * Properties of the room that an endpoint can use in addition to the world.
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
 * A file that a room serves. `secret`: whether only requests with the room's token get it.
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
 * A site asset that is the same in all rooms. The build generates the asset by the game's `builtin/assets.ts`.
 * `assetName`: the name in `builtin/assets.ts`.
 * @example games/doom-2077/index.ts
 */
export interface BuildAsset {
  readonly assetName: string
}

/**
 * Content that several rooms of a site can have. Each piece of content has an id. Content must not change while the
 * room exists.
 * @example games/archipelago/endpoints/shared-packages.ts
 */
export interface SharedContent<W extends World> {
  /** The kind of the ids. An endpoint's alias with this kind as its `id` works in any room that has the content. */
  readonly kind: string
  /**
   * The content of a room. The site uses the first 256 entries, and ignores entries with an id of more than 64 or a
   * name of more than 128 characters.
   */
  list(world: W): readonly { readonly id: string; readonly name: string }[]
  /**
   * Whether each id fits its content. Checked when a room is imported, because clients keep content by its id and use
   * it in other rooms. Absent: an id can belong to any content.
   */
  isGenuine?(world: W): boolean
  /** An index lists each name once, even if several pieces of content have it. */
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
  /** Seconds for which caches may keep the index. */
  readonly maxAgeSeconds: number
  /**
   * The endpoint that returns the value of each entry. It is called with the query parameter `id`, and its response has
   * the value in `field`. Absent: the value of an entry is its id.
   */
  readonly content?: { readonly endpoint: string; readonly field: string }
}
