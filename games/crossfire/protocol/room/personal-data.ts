// [CF-16.14] The data of a player: an account with all its characters, or a character with a password of its own.
import type { Json, KnownPlayer, PersonalData, WorldRecord } from '../../../game.ts'
import type { Erasure } from '../../../shared/privacy/personal-data.ts'
import { TextRenamer } from '../../../shared/privacy/text-renamer.ts'
import { type Account, accountKey } from './accounts.ts'
import { anonymizeRecord, recordsWithNames } from './anonymize-record.ts'
import type { CrossfireRoom } from './crossfire-room.ts'

export const personalData: PersonalData<CrossfireRoom> = {
  nameLabel: 'Name of your account, or of one of your characters',
  proof: 'password',
  erases:
    'The account and all its characters are deleted, with what they carry, their maps, shops, letters and notices. Things and letters that the player has given to others stay, under another name.',
  records: recordsWithNames,
  find: findPlayer,
  credentials(room, name) {
    const secret = room.accounts.passwordHashOf(name) ?? room.accounts.find(name)?.hashed
    const target = room.has(name) ? room.accounts.guessKeyOf(name) : accountKey(name)
    return { target, ...(secret !== undefined && { secret }) }
  },
  remove(room, pseudonyms) {
    for (const name of pseudonyms) {
      const account = room.accounts.find(name)
      if (account) room.pruner.deleteAccount(account)
      room.deleteNotices(name)
    }
    room.pruner.deleteCharacters(pseudonyms)
  },
}

/** A name without an account or character can still occur in older records. */
function findPlayer(room: CrossfireRoom, name: string): KnownPlayer {
  const account = room.has(name) ? room.accounts.accountOf(name) : room.accounts.find(name)
  const own = room.characterSummary(name)?.name
  const characters = account?.characters ?? (own === undefined ? [] : [own])
  const isKnown = account !== undefined || own !== undefined
  const names = characters.length > 0 ? characters : [account?.name ?? name]
  const accountName = account?.name ?? (isKnown ? undefined : name)
  return {
    names,
    data: () => (isKnown ? dataOf(room, account, characters) : null),
    anonymize: anonymizer(isKnown ? characters : [name], accountName, names[0]!),
  }
}

function dataOf(room: CrossfireRoom, account: Account | undefined, characters: readonly string[]): Json {
  return {
    ...(account && { account: account.name, lastLogin: account.at ?? null }),
    characters: characters.map((each) => room.personalRecords(each)),
  }
}

/**
 * An account and a character of different players can have the same name. The account gets the pseudonym of `first`.
 */
function anonymizer(
  characters: readonly string[],
  account: string | undefined,
  first: string,
): (record: WorldRecord, forgotten: Erasure) => WorldRecord | undefined {
  let known:
    | { readonly of: Erasure; readonly accounts: TextRenamer; readonly characters: Erasure }
    | undefined
  return (record, forgotten) => {
    if (known?.of !== forgotten) {
      const { renaming, hasAddress } = forgotten
      const own = new TextRenamer(new Map(characters.map((name) => [name, renaming.apply(name)])))
      const accounts = new TextRenamer(
        new Map(account === undefined ? [] : [[account, renaming.apply(first)]]),
      )
      known = { of: forgotten, accounts, characters: { renaming: own, hasAddress } }
    }
    return anonymizeRecord(record, known.characters, known.accounts)
  }
}
