// The errands of the townspeople: one from each, once for each character. [AS-15.4]

import { takeAway } from '../people/carrying.ts'
import { gain } from '../people/growth.ts'
import { type Player, pack } from '../scene/player.ts'
import type { Scene } from '../scene/scene.ts'
import type { Role } from '../scene/townsperson.ts'
import { type ItemKind, potions } from '../things/items.ts'
import { errandWords, noHand, nothingMore } from './words.ts'

interface Errand {
  /** Monsters slain since it was given, or a herb of this index in a slot or hand. */
  readonly wants: { readonly slain: number } | { readonly herb: number }
  readonly gives: Readonly<ItemKind>
  readonly experience: number
}

const errands: { readonly [role in Role]: Errand } = {
  warden: { wants: { slain: 3 }, gives: { type: 'flask', herbs: potions.health }, experience: 20 },
  innkeeper: { wants: { herb: 7 }, gives: { type: 'dagger' }, experience: 15 },
  apothecary: { wants: { herb: 12 }, gives: { type: 'flask', herbs: potions.mana }, experience: 20 },
  lightkeeper: { wants: { herb: 13 }, gives: { type: 'teleport_ring' }, experience: 60 },
}

/** The reply to a player who asks for work: gives the errand, reminds of it, or thanks and rewards. */
export function work(scene: Scene, player: Player, role: Role): string {
  const words = errandWords[role]
  const state = player.errands[role]
  if (state?.done) return nothingMore
  if (!state) {
    player.errands[role] = { slain: player.slain, done: false }
    scene.keep(player)
    return words.offer
  }
  const { wants, gives, experience } = errands[role]
  const herb = 'herb' in wants ? slotOf(player, wants.herb) : undefined
  const isDone = 'herb' in wants ? herb !== undefined : player.slain - state.slain >= wants.slain
  if (!isDone) return words.pending
  // The herb's slot is free for the reward.
  const slot = herb ?? player.slots.slice(0, pack).indexOf(undefined)
  if (slot < 0 && !scene.ground.hasRoom(player.place)) return noHand
  if (herb !== undefined) takeAway(scene, player, { item: player.slots[herb]!, slot: herb })
  give(scene, player, slot, gives)
  player.errands[role] = { slain: state.slain, done: true }
  gain(scene, player, experience)
  return words.thanks
}

function slotOf(player: Player, index: number): number | undefined {
  const slot = player.slots.findIndex((item) => item?.type === 'herb' && item.index === index)
  return slot < 0 ? undefined : slot
}

/** [AS-15.5] Into the slot, or on the ground if `slot` is negative. */
function give(scene: Scene, player: Player, slot: number, kind: ItemKind): void {
  const item = { id: scene.newId(), ...kind }
  if (slot >= 0) {
    player.slots[slot] = item
    player.showInventory()
    return
  }
  scene.ground.put(player.place, item)
  scene.views.showGround(player)
  scene.views.changedGround(player.place, player)
}
