// The world notifies clients only through `WorldEventListener`.

import type { Position } from '../map/position.ts'
import type { ScoreRow } from '../scores/scoreboard.ts'
import type { WeaponLoad } from '../weapons/weapons.ts'

/** An event for several clients is the same object for each of them, so that it is encoded once. */
export interface WorldEventListener {
  onEvent(event: WorldEvent): void
}

/** `id`: id of the player, door or lift. Health, damage and gain are in points × 1000. */
export type WorldEvent =
  | { readonly kind: 'joined'; readonly id: number; readonly name: string }
  | { readonly kind: 'left'; readonly id: number }
  | { readonly kind: 'moved'; readonly id: number; readonly place: Position }
  | { readonly kind: 'chat'; readonly id: number; readonly text: string }
  | { readonly kind: 'server-text'; readonly flags: 0 | 1 | 3; readonly text: string }
  | { readonly kind: 'scores'; readonly rows: readonly ScoreRow[] }
  | {
      readonly kind: 'damaged'
      readonly id: number
      readonly by: number
      readonly weapon: number
      readonly damage: number
    }
  | { readonly kind: 'killed'; readonly id: number; readonly by: number; readonly weapon: number }
  | { readonly kind: 'healed'; readonly id: number; readonly gain: number }
  | { readonly kind: 'health'; readonly id: number; readonly health: number; readonly max: number }
  /** Map and position are sent in the same datagram, so that no client is on a map without a position. */
  | { readonly kind: 'map'; readonly name: string; readonly id: number; readonly place: Position }
  | { readonly kind: 'door'; readonly id: number; readonly open: boolean }
  | { readonly kind: 'lift'; readonly id: number; readonly high: boolean }
  | { readonly kind: 'doors'; readonly open: readonly boolean[] }
  | { readonly kind: 'lifts'; readonly high: readonly boolean[] }
  | { readonly kind: 'fired'; readonly id: number; readonly weapon: number }
  | { readonly kind: 'weapons'; readonly weapons: readonly WeaponLoad[] }
  | { readonly kind: 'starts'; readonly seconds: number }
  | { readonly kind: 'ends'; readonly seconds: number }
