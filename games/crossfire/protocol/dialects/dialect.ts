// All clients receive the same content in different encodings.

import type { FaceGallery } from '../../builtin/pictures/gallery.ts'
import type { VisibleCell } from '../../model/view/player-view.ts'
import type { MessageType } from '../events/message-types.ts'
import type { Sound } from '../events/sounds.ts'
import type { FromServer, StatField, ViewScroll } from '../packets/index.ts'
import type { NegotiatedSettings } from './client-settings.ts'

export type SendToClient = (packet: FromServer) => void

/** A thing as clients see it, which is the same in both dialects. */
export interface ItemView {
  readonly tag: number
  /** Bits of `itemFlags`. */
  readonly flags: number
  /** Grams of one piece; -1 if the thing cannot be picked up. */
  readonly weight: number
  readonly face: number
  readonly singularName: string
  readonly pluralName: string
  /** Such as `three apples`. */
  readonly countedName: string
  readonly count: number
  /** 0 for none. */
  readonly animation: number
  /** Ticks per face. */
  readonly ticks: number
  /** The type number by which today's clients sort things. */
  readonly kind: number
}

/** `x` and `y`: from the view's top left corner. `before` and `after`: undefined for an empty cell. */
export interface CellChange {
  readonly x: number
  readonly y: number
  readonly before: VisibleCell | undefined
  readonly after: VisibleCell | undefined
}

/** Stats of a player, scaled as on the wire. */
export interface StatValues extends AbilityValues {
  readonly hp: number
  readonly maxhp: number
  readonly sp: number
  readonly maxsp: number
  readonly grace: number
  readonly maxgrace: number
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
  /** [CF-24.3] Bits. */
  readonly attuned: number
  readonly repelled: number
  readonly denied: number
  /** Bits: 1 firing, 2 running. */
  readonly flags: number
  /** With its label, such as `Range: nothing`. */
  readonly range: string
  /** With its label, such as `Player: Ann the human`. */
  readonly title: string
  /** Resistances by the names of `resist…` stats. Zeros are omitted. */
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

/** x and y are cells from the player; `volume` is 0 to 100. */
export interface SoundEvent {
  readonly x: number
  readonly y: number
  readonly sound: Sound
  readonly volume: number
}

export interface Dialect {
  readonly name: '1997' | 'today'
  readonly width: number
  readonly height: number
  /** Maximum number of things on the ground that are sent. */
  readonly lookObjects: number
  /** [CF-5.12] */
  readonly supportsLabels: boolean
  /** Whether `newmap` clears the client's map. If not, every cell must be sent again. */
  readonly forgetsPreviousMap: boolean
  /** Called before the first use of a face. */
  sendFaceReference(face: number): void
  /** Called on request. */
  sendFaceImage(face: number): void
  /** The packet is the same for all clients of the dialect, so each text is encoded only once. */
  encodeText(text: string, kind: MessageType): FromServer
  /** All stats as fields; StatsSync sends those that have changed. */
  encodeStats(player: StatValues): readonly StatField[]
  /** `things`: topmost first. */
  sendGroundItems(things: readonly ItemView[]): void
  sendItems(location: number, things: readonly ItemView[]): void
  sendItemChange(before: ItemView, after: ItemView, location: number): void
  sendNewMap(): void
  visibleFaces(cell: VisibleCell): readonly number[]
  visibleAnimations(cell: VisibleCell): readonly number[]
  /** Scrolls first: new[x][y] = old[x + dx][y + dy]. */
  sendCells(changes: readonly CellChange[], scroll: ViewScroll | undefined): void
  sendSound(heard: SoundEvent): void
  sendMusic(song: string): void
  sendTick(tick: number): void
  sendPickupMode(mode: number): void
  sendGoodbye(): void
}

export interface DialectContext extends Omit<NegotiatedSettings, 'clientProtocolVersion'> {
  readonly send: SendToClient
  readonly gallery: FaceGallery
}

export function itemsEqual(a: ItemView, b: ItemView): boolean {
  return (Object.keys(a) as (keyof ItemView)[]).every((key) => a[key] === b[key])
}
