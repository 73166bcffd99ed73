// [AS-15.4]

import { type ItemKind, potions } from '../items/items.ts'
import { removeItem } from '../players/carry.ts'
import { gainExperience } from '../players/experience.ts'
import { type Player, packSlotCount } from '../state/player.ts'
import type { TownspersonRole } from '../state/townsperson.ts'
import type { WorldState } from '../state/world-state.ts'
import { noSpaceText, questDoneText, questTexts } from './texts.ts'

interface Quest {
  /** A number of kills since the player got the quest, or the index of a herb to bring. */
  readonly wants: { readonly kills: number } | { readonly herb: number }
  readonly gives: Readonly<ItemKind>
  readonly experience: number
}

const quests: { readonly [role in TownspersonRole]: Quest } = {
  warden: { wants: { kills: 3 }, gives: { type: 'flask', herbs: potions.health }, experience: 20 },
  innkeeper: { wants: { herb: 7 }, gives: { type: 'dagger' }, experience: 15 },
  apothecary: { wants: { herb: 12 }, gives: { type: 'flask', herbs: potions.mana }, experience: 20 },
  lightkeeper: { wants: { herb: 13 }, gives: { type: 'teleport_ring' }, experience: 60 },
}

/** Gives the quest or the reward. Returns the townsperson's answer. */
export function handleQuest(state: WorldState, player: Player, role: TownspersonRole): string {
  const words = questTexts[role]
  const questState = player.quests[role]
  if (questState?.done) return questDoneText
  if (!questState) {
    player.quests[role] = { kills: player.kills, done: false }
    state.saveCharacter(player)
    return words.offer
  }
  const { wants, gives, experience } = quests[role]
  const herb = 'herb' in wants ? slotOf(player, wants.herb) : undefined
  const isDone = 'herb' in wants ? herb !== undefined : player.kills - questState.kills >= wants.kills
  if (!isDone) return words.pending
  // The reward takes the slot of the herb.
  const slot = herb ?? player.slots.slice(0, packSlotCount).indexOf(undefined)
  if (slot < 0 && !state.ground.hasRoom(player.place)) return noSpaceText
  if (herb !== undefined) removeItem(state, player, { item: player.slots[herb]!, slot: herb })
  give(state, player, slot, gives)
  player.quests[role] = { kills: questState.kills, done: true }
  gainExperience(state, player, experience)
  return words.thanks
}

function slotOf(player: Player, index: number): number | undefined {
  const slot = player.slots.findIndex((item) => item?.type === 'herb' && item.index === index)
  return slot < 0 ? undefined : slot
}

/** [AS-15.5] Puts the item on the ground if `slot` is negative. */
function give(state: WorldState, player: Player, slot: number, kind: ItemKind): void {
  const item = { id: state.newId(), ...kind }
  if (slot >= 0) {
    player.slots[slot] = item
    player.showInventory()
    return
  }
  state.ground.put(player.place, item)
  state.views.showGround(player)
  state.views.markGroundChanged(player.place, player)
}
