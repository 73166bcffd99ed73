// A townsperson. Townspeople never move, and nothing affects them. [AS-15.1]
import type { Place } from '../land/terrain.ts'
import type { Mob } from '../sight/screen.ts'

/** Above the ids of all monsters. [AS-1.6] */
const firstTownsperson = 2 ** 33

/** By role: name, and which of the client's two pictures. */
const people = {
  warden: { name: 'Wenna the Warden', gfx: '3d_mob_drow_f' },
  innkeeper: { name: 'Bram of the Kettle', gfx: '3d_mob_drow_m' },
  apothecary: { name: 'Odile the Apothecary', gfx: '3d_mob_drow_f' },
  lightkeeper: { name: 'Ansel of the Light', gfx: '3d_mob_drow_m' },
} as const

export type Role = keyof typeof people
export const roles = Object.keys(people) as readonly Role[]

/** As in a map and the records. */
export interface PlacedPerson {
  readonly role: Role
  readonly place: Place
}

export class Townsperson implements Mob {
  readonly id: number
  readonly role: Role
  place: Place

  /** `index`: among all townspeople of the world, from 0. */
  constructor(index: number, { role, place }: PlacedPerson) {
    this.id = firstTownsperson + index
    this.role = role
    this.place = place
  }

  get name(): string {
    return people[this.role].name
  }

  get gfx() {
    return people[this.role].gfx
  }
}
