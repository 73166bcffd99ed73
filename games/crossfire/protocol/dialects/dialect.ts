// The interface of both dialects. All clients receive the same content in different encodings.

import type { Gallery } from '../../builtin/pictures/gallery.ts'
import type { VisibleCell } from '../../model/view/player-view.ts'
import type { MessageType } from '../events/message-types.ts'
import type { Sound } from '../events/sounds.ts'
import type { FromServer, Scroll, Stat } from '../packets/index.ts'
import type { ClientSettings } from './client-settings.ts'

export type SendToClient = (packet: FromServer) => void

/** A thing in an inventory or on the ground, independent of the dialect. */
export interface ItemView {
  readonly tag: number
  /** The flags of the thing: bits of `itemFlags`. */
  readonly flags: number
  /** Grams of one piece; -1 if the thing cannot be picked up. */
  readonly weight: number
  readonly face: number
  readonly singularName: string
  readonly pluralName: string
  /** Name with the count in words: `three apples`. */
  readonly countedName: string
  readonly count: number
  /** Animation number; 0 for none. */
  readonly animation: number
  /** Ticks per face. */
  readonly ticks: number
  /** Sort key. */
  readonly kind: number
}

/** A changed cell. x and y count from the view's top left corner. An undefined state means an empty cell. */
export interface CellChange {
  readonly x: number
  readonly y: number
  readonly before: VisibleCell | undefined
  readonly after: VisibleCell | undefined
}

/** The values of a player for the packet `stats`, scaled as on the wire. */
export interface StatValues {
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
  /** [CF-24.3] The player's spell paths, as bits. */
  readonly attuned: number
  readonly repelled: number
  readonly denied: number
  /** Bits: 1 firing, 2 running. */
  readonly flags: number
  /** The text of the stat with its label, such as `Range: nothing`. */
  readonly range: string
  /** The text of the stat with its label, such as `Player: Ann the human`. */
  readonly title: string
  /** The resistances by the names of `resist…` stats. Zeros are omitted. */
  readonly resists: { readonly [stat: string]: number }
  readonly race: AbilityValues
  readonly base: AbilityValues
  readonly applied: AbilityValues
  readonly skills: readonly { readonly number: number; readonly level: number; readonly exp: number }[]
}

export interface AbilityValues {
  readonly str: number
  readonly int: number
  readonly wis: number
  readonly dex: number
  readonly con: number
  readonly cha: number
  readonly pow: number
}

/** A sound. x and y are cells from the player; `volume` is 0 to 100. */
export interface SoundEvent {
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
  /** Maximum number of things on the ground that are sent. */
  readonly lookObjects: number
  /** [CF-5.12] Whether the client supports labels over cells. */
  readonly supportsLabels: boolean
  /** Whether the packet `newmap` clears the client's map. If not, every cell must be sent again. */
  readonly forgetsPreviousMap: boolean
  /** Announces a face before its first use. */
  sendFaceReference(face: number): void
  /** Sends a face's picture on request. */
  sendFaceImage(face: number): void
  /**
   * Encodes a text, which may have line feeds. The result is the same for all clients of the dialect, so each text is
   * encoded only once.
   */
  encodeText(text: string, kind: MessageType): FromServer
  /** All stats of the player in this dialect. StatsSync sends those that have changed. */
  encodeStats(player: StatValues): readonly Stat[]
  /** Sends all things on the ground under the player, topmost first. */
  sendGroundItems(things: readonly ItemView[]): void
  /** Sends things that are new in the inventory or in a container. */
  sendItems(location: number, things: readonly ItemView[]): void
  sendItemChange(before: ItemView, after: ItemView, location: number): void
  /** Starts a new map, of which the client has no cells. */
  sendNewMap(): void
  /** Numbers of the faces and animations that the cell needs. */
  visibleFaces(cell: VisibleCell): readonly number[]
  visibleAnimations(cell: VisibleCell): readonly number[]
  /** Sends a scroll of the view, new[x][y] = old[x + dx][y + dy], and then the changed cells. */
  sendCells(changes: readonly CellChange[], scroll: Scroll | undefined): void
  sendSound(heard: SoundEvent): void
  sendMusic(song: string): void
  sendTick(tick: number): void
  sendPickupMode(mode: number): void
  /** Announces the end of the connection. */
  sendGoodbye(): void
}

/** The parameters of a dialect for one client. */
export interface DialectContext {
  readonly send: SendToClient
  readonly clientSettings: ClientSettings
  /** The version of server packets that the client supports. */
  readonly serverProtocolVersion: number
  /** From `setfacemode`. */
  readonly faceMode: number
  /** Whether the client has enabled sounds with `setsound`. */
  readonly wantsSound: boolean
  readonly gallery: Gallery
}

/** Whether two parameter objects are equal in all fields. */
export function itemsEqual(a: ItemView, b: ItemView): boolean {
  return (Object.keys(a) as (keyof ItemView)[]).every((key) => a[key] === b[key])
}
