// Townspeople never move, and cannot be hit or pushed. [AS-15.1]
import type { Place } from '../terrain/terrain.ts'
import { firstTownspersonId, type Mob } from '../vision/screen.ts'

/** The client has two pictures of people. */
const townspeople = {
  warden: { name: 'Wenna the Warden', pictureName: '3d_mob_drow_f' },
  innkeeper: { name: 'Bram of the Kettle', pictureName: '3d_mob_drow_m' },
  apothecary: { name: 'Odile the Apothecary', pictureName: '3d_mob_drow_f' },
  lightkeeper: { name: 'Ansel of the Light', pictureName: '3d_mob_drow_m' },
} as const

export type TownspersonRole = keyof typeof townspeople
export const townspersonRoles = Object.keys(townspeople) as readonly TownspersonRole[]

/** A townsperson as maps and records store it. */
export interface PlacedTownsperson {
  readonly role: TownspersonRole
  readonly place: Place
}

export class Townsperson implements Mob {
  readonly id: number
  readonly role: TownspersonRole
  place: Place

  /** `index`: the index among all townspeople of the world, from 0 on. */
  constructor(index: number, { role, place }: PlacedTownsperson) {
    this.id = firstTownspersonId + index
    this.role = role
    this.place = place
  }

  get name(): string {
    return townspeople[this.role].name
  }

  get pictureName() {
    return townspeople[this.role].pictureName
  }
}
