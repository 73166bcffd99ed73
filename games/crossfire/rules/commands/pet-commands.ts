// [CF-22.11]

import { combatStatsOf } from '../../model/definitions/archetype.ts'
import { petModes } from '../../model/definitions/character.ts'
import { dismissPets } from '../../model/players/pets.ts'
import type { Player } from '../../model/state/game-state.ts'
import { nameOf } from '../../model/things/thing.ts'
import { messageTypes } from '../../protocol/events/message-types.ts'
import type { TextCommand } from './command.ts'

export const petCommands: readonly TextCommand[] = [
  {
    name: 'petmode',
    usage: `[${petModes.join(' | ')}]`,
    help: 'Choose which monsters your pets attack. normal, arena: monsters near you; sad: all that a pet sees; defend: only attackers of you or a pet.',
    run: (_, player, words) => choosePetMode(player, words),
  },
  {
    name: 'showpets',
    help: 'List your pets, with their level and hp.',
    run: (_, player) => player.sendMessage(listPets(player), messageTypes.pet),
  },
  {
    name: 'killpets',
    usage: '[NAME]',
    help: 'Dismiss your pets. With a name: only the pets of that name.',
    run: (_, player, words) => {
      const count = dismissPets(player, words === '' ? undefined : words)
      player.sendMessage(count > 0 ? `Dismissed: ${count}.` : 'You have no such pets.', messageTypes.pet)
    },
  },
]

function choosePetMode(player: Player, words: string): void {
  const mode = petModes.find((each) => each === words)
  if (mode) player.petMode = mode
  else if (words !== '')
    return player.sendMessage(`The modes of pets are ${petModes.join(', ')}.`, messageTypes.error)
  player.sendMessage(`The mode of your pets is ${player.petMode}.`, messageTypes.pet)
}

function listPets({ pets }: Player): string {
  if (pets.size === 0) return 'You have no pets.'
  return Array.from(pets, (pet) => {
    const stats = combatStatsOf(pet.archetype)
    return `${nameOf(pet).one}: level ${stats?.level}, ${pet.life?.hp} hp`
  }).join('\n')
}
