// [DM-4.1]

export interface Weapon {
  /** Damage of one shot, in health points × 1000. */
  readonly damage: number
  readonly perSecond: number
  /** Maximum horizontal distance of a hit, in map units. */
  readonly reach: number
  /** The client hits players within this many map units of a shot's ray. */
  readonly hitWidth: number
}

/** How far fists reach, in map units. In the original client fists reach to the next wall, probably by mistake. */
const armsLength = 64
const unlimited = Number.POSITIVE_INFINITY

/** Indexed by the weapon's number in the protocol: fists, pistol, chaingun, shotgun. */
export const weapons: readonly Weapon[] = [
  { damage: 50_000, perSecond: 2, reach: armsLength, hitWidth: 20 },
  { damage: 15_000, perSecond: 2, reach: unlimited, hitWidth: 100 },
  { damage: 5000, perSecond: 10, reach: unlimited, hitWidth: 100 },
  { damage: 35_000, perSecond: 0.8, reach: unlimited, hitWidth: 100 },
]

/** `ammo`: shots left, or -2 for unlimited. */
export interface WeaponLoad {
  readonly ammo: number
  readonly magazine: number
  readonly cooldown: number
}

const gunLoad: WeaponLoad = { ammo: 10, magazine: 10, cooldown: 0 }
/** [DM-4.6] */
export const startWeaponLoads: readonly WeaponLoad[] = [
  { ammo: -2, magazine: 0, cooldown: 0 },
  gunLoad,
  gunLoad,
  gunLoad,
]
