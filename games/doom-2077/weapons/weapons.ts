// [DM-4.1] The weapons: damage, range and rate of fire.

export interface Weapon {
  /** Health points × 1000 of one shot, exactly. */
  readonly damage: number
  readonly perSecond: number
  /** Horizontal range in map units. */
  readonly reach: number
  /** Map units beside its ray within which the client hits. */
  readonly beside: number
}

/** In the client fists reach to the next wall, evidently untested. */
const armsLength = 64
const unlimited = Number.POSITIVE_INFINITY

/** By protocol number: fists, pistol, chaingun, shotgun. */
export const weapons: readonly Weapon[] = [
  { damage: 50_000, perSecond: 2, reach: armsLength, beside: 20 },
  { damage: 15_000, perSecond: 2, reach: unlimited, beside: 100 },
  { damage: 5000, perSecond: 10, reach: unlimited, beside: 100 },
  { damage: 35_000, perSecond: 0.8, reach: unlimited, beside: 100 },
]

/** A weapon's load. Ammo of -2 is unlimited. */
export interface Load {
  readonly ammo: number
  readonly magazine: number
  readonly cooldown: number
}

const gun: Load = { ammo: 10, magazine: 10, cooldown: 0 }
/** [DM-4.6] Every player's weapons at the start of a match. */
export const loaded: readonly Load[] = [{ ammo: -2, magazine: 0, cooldown: 0 }, gun, gun, gun]
