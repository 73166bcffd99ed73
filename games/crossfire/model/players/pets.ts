// [CF-22.11]

import type { CellLocation, CreatureState, GameState, Player } from '../state/game-state.ts'
import { putThing, removeThing } from '../things/move-things.ts'
import { nameOf } from '../things/thing.ts'

const maxPets = 16

/** Returns false if the player has the maximum number. `archetypeId`: of the creature as a pet. */
export function addPet(
  game: GameState,
  player: Player,
  archetypeId: string,
  life: CreatureState,
  where: CellLocation,
  skill: string | undefined,
  endsAt?: number,
): boolean {
  if (player.pets.size >= maxPets) return false
  const pet = game.createThing(archetypeId, 1, {
    life: { ...life, master: { player, skill } },
    ...(endsAt !== undefined && { endsAt }),
  })
  player.pets.add(putThing(pet, where))
  return true
}

/** Removes all pets of the player, or all with that name; returns their number. */
export function dismissPets(player: Player, name?: string): number {
  const leaving = [...player.pets].filter((pet) => name === undefined || nameOf(pet).one === name)
  for (const pet of leaving) {
    player.pets.delete(pet)
    if (pet.location) removeThing(pet)
  }
  return leaving.length
}
