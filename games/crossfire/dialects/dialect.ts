// What a dialect must be able to say. Everybody is told the same; the two dialects differ in how, and only there.
import type { Sound } from '../hearing/sounds.ts'
import type { TextKind } from '../hearing/text-kinds.ts'
import type { FromServer, Scroll, Stat } from '../packets.ts'
import type { Gallery } from '../pictures/gallery.ts'
import type { SeenCell } from '../places/view.ts'
import type { Wishes } from './wishes.ts'

export type Send = (packet: FromServer) => void

/** A thing in an inventory or on the ground, as any client can be shown it. */
export interface Belonging {
  readonly tag: number
  /** `itemFlags` */
  readonly flags: number
  /** Grams of one; -1: cannot be picked up. */
  readonly weight: number
  readonly face: number
  readonly one: string
  readonly many: string
  /** With the number in words: `three apples`. */
  readonly counted: string
  readonly count: number
  /** Number of an animation; 0: none. */
  readonly animation: number
  /** Ticks from face to face. */
  readonly ticks: number
  /** For sorting. */
  readonly kind: number
}

/** x and y from 0, from the left and from the top of the view; undefined: nothing is seen there. */
export interface CellChange {
  readonly x: number
  readonly y: number
  readonly before: SeenCell | undefined
  readonly after: SeenCell | undefined
}

/** How a player is, for `stats`; numbers as the wire has them. */
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
  /** [CF-24.3] Bits of paths. */
  readonly attuned: number
  readonly repelled: number
  readonly denied: number
  /** Bits: 1 fires, 2 runs. */
  readonly flags: number
  /** With its label: `Range: nothing`. */
  readonly range: string
  /** With its label: `Player: Ann the human`. */
  readonly title: string
  /** By the numbers of `resist…`, as far as they differ from 0. */
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
  /** Cells of the view, columns and rows. */
  readonly width: number
  readonly height: number
  /** How many things on the ground are told. */
  readonly lookObjects: number
  /** [CF-5.12] Whether the client is told what stands written over cells. */
  readonly labels: boolean
  /** Whether the client's map is empty after `newMap`; if not, each of its cells has to be told anew. */
  readonly forgetsMaps: boolean
  /** A face, before it is used for the first time. */
  face(face: number): void
  /** The picture of a face, for who asked for it. */
  picture(face: number): void
  /** A text to read; one with line feeds is one text. The same for all clients of the dialect: it is encoded once for them. */
  text(text: string, kind: TextKind): FromServer
  /** The player's state as stats of this dialect, all of them; StatsTold sends those that have changed. */
  stats(player: PlayerStats): readonly Stat[]
  /** All that lies on the ground under the player, topmost first. */
  ground(things: readonly Belonging[]): void
  /** Things that came to be in a player or a container. */
  has(location: number, things: readonly Belonging[]): void
  changed(before: Belonging, after: Belonging, location: number): void
  /** Another map, or the same anew: the client has nothing of it. */
  newMap(): void
  /** Numbers of the faces that showing the cell takes, and of the animations. */
  facesOf(cell: SeenCell): readonly number[]
  animationsOf(cell: SeenCell): readonly number[]
  /** What has changed in sight, after the view has moved by `scroll`: new[x][y] = old[x + dx][y + dy]. */
  cells(changes: readonly CellChange[], scroll: Scroll | undefined): void
  heard(heard: Heard): void
  music(song: string): void
  tick(tick: number): void
  pickup(mode: number): void
  /** The connection ends. */
  goodbye(): void
}

/** What a dialect is made of, for one client. */
export interface Speaking {
  readonly send: Send
  readonly wishes: Wishes
  /** What the client announced it understands of a server. */
  readonly sc: number
  /** As `setfacemode` has it. */
  readonly faceMode: number
  /** `setsound` */
  readonly sound: boolean
  readonly gallery: Gallery
}
