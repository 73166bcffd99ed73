// The interface of both dialects. All clients get the same content; only the encoding differs.
import type { Sound } from '../hearing/sounds.ts'
import type { TextKind } from '../hearing/text-kinds.ts'
import type { FromServer, Scroll, Stat } from '../packets.ts'
import type { Gallery } from '../pictures/gallery.ts'
import type { SeenCell } from '../places/view.ts'
import type { Wishes } from './wishes.ts'

export type Send = (packet: FromServer) => void

/** A thing in an inventory or on the ground, for any client. */
export interface Belonging {
  readonly tag: number
  /** Bits of `itemFlags`. */
  readonly flags: number
  /** Grams per piece; -1 if it cannot be picked up. */
  readonly weight: number
  readonly face: number
  readonly one: string
  readonly many: string
  /** Name with the count in words: `three apples`. */
  readonly counted: string
  readonly count: number
  /** Animation number; 0 for none. */
  readonly animation: number
  /** Ticks per face. */
  readonly ticks: number
  /** Sort key. */
  readonly kind: number
}

/** x and y from the view's top left corner; undefined states are empty cells. */
export interface CellChange {
  readonly x: number
  readonly y: number
  readonly before: SeenCell | undefined
  readonly after: SeenCell | undefined
}

/** Values of a player for `stats`, scaled as on the wire. */
export interface PlayerStats {
  readonly hp: number
  readonly maxhp: number
  readonly sp: number
  readonly maxsp: number
  readonly grace: number
  readonly maxgrace: number
  readonly str: number
  readonly int: number
  readonly wis: number
  readonly dex: number
  readonly con: number
  readonly cha: number
  readonly pow: number
  readonly exp: number
  readonly level: number
  readonly wc: number
  readonly ac: number
  readonly dam: number
  readonly armour: number
  readonly speed: number
  readonly food: number
  readonly weaponSpeed: number
  readonly weightLimit: number
  /** [CF-24.3] Bits of spell paths. */
  readonly attuned: number
  readonly repelled: number
  readonly denied: number
  /** Bits: 1 firing, 2 running. */
  readonly flags: number
  /** With its label: `Range: nothing`. */
  readonly range: string
  /** With its label: `Player: Ann the human`. */
  readonly title: string
  /** By names of `resist…` stats; zeros are omitted. */
  readonly resists: { readonly [stat: string]: number }
  readonly race: Abilities
  readonly base: Abilities
  readonly applied: Abilities
  readonly skills: readonly { readonly number: number; readonly level: number; readonly exp: number }[]
}

export interface Abilities {
  readonly str: number
  readonly int: number
  readonly wis: number
  readonly dex: number
  readonly con: number
  readonly cha: number
  readonly pow: number
}

/** A sound: x and y in cells from the player, `volume` 0 to 100. */
export interface Heard {
  readonly x: number
  readonly y: number
  readonly sound: Sound
  readonly volume: number
}

export interface Dialect {
  readonly name: '1997' | 'today'
  /** Columns and rows of the view. */
  readonly width: number
  readonly height: number
  /** Maximum number of things sent of the ground. */
  readonly lookObjects: number
  /** [CF-5.12] Whether the client supports labels over cells. */
  readonly labels: boolean
  /** Whether `newMap` clears the client's map; if not, every cell must be sent again. */
  readonly forgetsMaps: boolean
  /** Announces a face before its first use. */
  face(face: number): void
  /** Sends a face's picture on request. */
  picture(face: number): void
  /** Encodes a text, which may have line feeds. Equal for all clients of the dialect: encoded only once. */
  text(text: string, kind: TextKind): FromServer
  /** All stats of the player in this dialect; StatsTold sends the changed ones. */
  stats(player: PlayerStats): readonly Stat[]
  /** Everything on the ground under the player, topmost first. */
  ground(things: readonly Belonging[]): void
  /** Things new in a player's pack or in a container. */
  has(location: number, things: readonly Belonging[]): void
  changed(before: Belonging, after: Belonging, location: number): void
  /** Starts a new map: the client has no cells. */
  newMap(): void
  /** Numbers of the faces and animations that the cell needs. */
  facesOf(cell: SeenCell): readonly number[]
  animationsOf(cell: SeenCell): readonly number[]
  /** Changed cells, after a scroll of the view: new[x][y] = old[x + dx][y + dy]. */
  cells(changes: readonly CellChange[], scroll: Scroll | undefined): void
  heard(heard: Heard): void
  music(song: string): void
  tick(tick: number): void
  pickup(mode: number): void
  /** Announces the end of the connection. */
  goodbye(): void
}

/** Parameters of a dialect for one client. */
export interface Speaking {
  readonly send: Send
  readonly wishes: Wishes
  /** The server protocol that the client understands. */
  readonly sc: number
  /** From `setfacemode`. */
  readonly faceMode: number
  /** From `setsound`. */
  readonly sound: boolean
  readonly gallery: Gallery
}
