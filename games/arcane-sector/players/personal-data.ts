// [AS-13.10] The number of a character identifies its player, and so does a name that only one character has.
import type { Json, KnownPlayer, PersonalData, WorldRecord } from '../../game.ts'
import type { Erasure } from '../../shared/privacy/personal-data.ts'
import { maxPlayers, type Player, playerRecord } from '../state/player.ts'
import type { Characters } from './characters.ts'

interface PersonalWorld {
  readonly characters: Characters
  freeCharacter(id: number): void
}

export const personalData: PersonalData<PersonalWorld> = {
  nameLabel: 'Your player number',
  proof: 'password',
  erases: 'The character is deleted, and its number becomes free. Its things stay in the world.',
  records: ['player/'],
  find({ characters }, given) {
    const id = idOf(given)
    const found =
      id === undefined ? named(characters, given) : [characters.get(id)].filter((one) => one !== undefined)
    if (found.length > 1) return 'ambiguous'
    const [player] = found
    // Older records may contain the name of a character that no longer exists.
    if (!player) return id === undefined ? knownPlayer(characters, given) : undefined
    return knownPlayer(characters, player.name, player)
  },
  credentials({ characters }, given) {
    const id = idOf(given)
    const secret = id === undefined || !characters.has(id) ? undefined : characters.passwordOf(id)
    return { target: `player ${id ?? given}`, ...(secret !== undefined && { secret }) }
  },
  remove(world, pseudonyms) {
    for (const pseudonym of pseudonyms)
      for (const { id } of named(world.characters, pseudonym)) world.freeCharacter(id)
  },
}

function knownPlayer(characters: Characters, name: string, player?: Player): KnownPlayer {
  return {
    names: [name],
    sharesName: player !== undefined && named(characters, name).length > 1,
    data: () =>
      player ? { id: player.id, ...(playerRecord(player) as { readonly [field: string]: Json }) } : null,
    anonymize: (record, forgotten) => anonymize(record, name, player?.id, forgotten),
  }
}

/** An older record of the same number may belong to another player. */
function anonymize(
  record: WorldRecord,
  name: string,
  id: number | undefined,
  { renaming }: Erasure,
): WorldRecord {
  const { key, value } = record
  const fields = value as { readonly name: string; readonly [field: string]: Json } | undefined
  if (fields?.name.toLowerCase() !== name.toLowerCase() || (id !== undefined && key !== `player/${id}`))
    return record
  return { key, value: { ...fields, name: renaming.apply(fields.name) } }
}

function idOf(given: string): number | undefined {
  return /^\d{1,3}$/.test(given) && Number(given) < maxPlayers ? Number(given) : undefined
}

function named(characters: Characters, name: string): readonly Player[] {
  return Array.from({ length: maxPlayers }, (_, id) => characters.get(id)).filter(
    (player) => player !== undefined && player.name.toLowerCase() === name.toLowerCase(),
  ) as readonly Player[]
}
