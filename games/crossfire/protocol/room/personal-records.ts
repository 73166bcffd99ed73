// Collects the records of one character, which its player can request. [CF-16.14]
import type { Json, RecordStore } from '../../../game.ts'
import { characterKey } from '../../model/records/player-record.ts'
import { portalRecordKind } from '../../model/records/service-records.ts'

type Fields = { readonly [name: string]: Json }
type Words = readonly (readonly [author: string, words: string])[]

/** `name` may be in any case. Null if there is no such character. */
export function personalRecords(store: Pick<RecordStore, 'get' | 'list'>, name: string): Json {
  const character = store.get(characterKey(name)) as Json | undefined
  if (character === undefined) return null
  const lower = name.toLowerCase()
  const isTheirs = (one: Json | undefined) => String(one).toLowerCase() === lower
  const parties = pages(store, 'party/').filter(([, party]) =>
    lists(party, 'members').some(({ name }) => isTheirs(name)),
  )
  return {
    name: (character as Fields).name ?? name,
    character,
    activity: (store.get(`seen/${lower}`) as Json | undefined) ?? null,
    waitingLetters: wordsOf(store.get(`ledger/letters/${lower}`)).map(([from, words]) => ({ from, words })),
    notices: pages(store, 'ledger/board/').flatMap(([board, notices]) =>
      wordsOf(notices).flatMap(([author, words]) => (isTheirs(author) ? [{ board, words }] : [])),
    ),
    guilds: pages(store, 'ledger/guild/').flatMap(([guild, page]) =>
      lists(page, 'members').flatMap((member) => (isTheirs(member.name) ? [{ guild, ...member }] : [])),
    ),
    shops: pages(store, 'ledger/shop/').flatMap(([map, shop]) =>
      isTheirs((shop as Fields).owner) ? [{ map, ...(shop as Fields) }] : [],
    ),
    wares: pages(store, 'ledger/market/').flatMap(([market, page]) =>
      lists(page, 'wares').flatMap((ware) => (isTheirs(ware.seller) ? [{ market, ...ware }] : [])),
    ),
    portals: (store.get(`ledger/${portalRecordKind}/${lower}`) as Json | undefined) ?? null,
    ranks: ['ledger/hall/', 'ledger/ranks/'].flatMap((prefix) =>
      pages(store, prefix).flatMap(([list, entries]) =>
        (entries as readonly Fields[]).flatMap((entry) => (isTheirs(entry.name) ? [{ list, ...entry }] : [])),
      ),
    ),
    highScores: ((store.get('hiscore') ?? []) as readonly Fields[]).filter((score) => isTheirs(score.name)),
    parties: parties.map(([, party]) => (party as Fields).name ?? ''),
    owed: (store.get(`ledger/owed/${lower}`) as Json | undefined) ?? null,
  }
}

function pages(store: Pick<RecordStore, 'list'>, prefix: string): (readonly [name: string, page: Json])[] {
  return Array.from(store.list(prefix), ([key, page]) => [key.slice(prefix.length), page as Json] as const)
}

function lists(page: Json, field: string): readonly Fields[] {
  return ((page as Fields)[field] ?? []) as readonly Fields[]
}

function wordsOf(page: unknown): Words {
  return (page ?? []) as Words
}
