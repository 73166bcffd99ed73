// [DM-4.1] The weapons: what a shot does, and how often there may be one.

export interface Weapon {
  /** Health points × 1000 of one shot; no more and no less. */
  readonly damage: number
  readonly perSecond: number
  /** Map units as seen from above. */
  readonly reach: number
  /** Map units beside its ray in which the client hits. */
  readonly beside: number
}

/** The client's own reach for fists is to the next wall, which only shows that nobody tried. */
const armsLength = 64
const unlimited = Number.POSITIVE_INFINITY

/** By the wire's number: fists, pistol, chaingun, shotgun. */
export const weapons: readonly Weapon[] = [
  { damage: 50_000, perSecond: 2, reach: armsLength, beside: 20 },
  { damage: 15_000, perSecond: 2, reach: unlimited, beside: 100 },
  { damage: 5000, perSecond: 10, reach: unlimited, beside: 100 },
  { damage: 35_000, perSecond: 0.8, reach: unlimited, beside: 100 },
]

/** What a weapon is loaded with; ammunition of -2 has no end. */
export interface Load {
  readonly ammo: number
  readonly magazine: number
  readonly cooldown: number
}

const gun: Load = { ammo: 10, magazine: 10, cooldown: 0 }
/** [DM-4.6] What everybody has at a match's start. */
export const loaded: readonly Load[] = [{ ammo: -2, magazine: 0, cooldown: 0 }, gun, gun, gun]
