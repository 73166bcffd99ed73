// Switches, and the passages that they open. Neither ever moves, so their groups are known from the opening on. [AS-10]

import type { Place } from '../land/terrain.ts'
import type { Player } from '../people/player.ts'
import type { Scene } from '../scene/scene.ts'
import type { Ground } from './ground.ts'
import type { ItemOf } from './items.ts'

interface Lock {
  readonly switches: ItemOf<'switch'>[]
  readonly blockers: { readonly item: ItemOf<'blocker'>; readonly place: Place }[]
}

export class Locks {
  /** By group. */
  readonly #locks = new Map<string, Lock>()

  constructor(ground: Ground) {
    for (const place of ground.piles) {
      for (const item of place.items) {
        if (item.type === 'switch') this.#lockOf(item.group).switches.push(item)
        if (item.type === 'blocker') this.#lockOf(item.group).blockers.push({ item, place })
      }
    }
  }

  /** [AS-10.1] The player, who stands where the switch is, turns it. */
  toggle(scene: Scene, player: Player, item: ItemOf<'switch'>): void {
    item.on = !item.on
    scene.ground.keep(player.place)
    player.tell(`The switch is ${item.on ? 'on' : 'off'} now.`)
    this.#turn(scene, this.#lockOf(item.group))
    scene.views.changedGround(player.place, player)
    scene.views.showGround(player)
  }

  /** [AS-10.2] Its blockers are open while all of its switches are on. */
  #turn(scene: Scene, { switches, blockers }: Lock): void {
    const open = switches.every(({ on }) => on)
    for (const { item, place } of blockers) {
      if (item.open === open) continue
      item.open = open
      scene.ground.keep(place)
      scene.views.changedGround(place)
    }
  }

  #lockOf(group: string): Lock {
    const lock = this.#locks.get(group) ?? { switches: [], blockers: [] }
    this.#locks.set(group, lock)
    return lock
  }
}
