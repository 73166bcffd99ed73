// Replaces the names of one player by pseudonyms, only in fields that hold players' names. A thing or a map with the
// same name as a player keeps its name.
import type { Json } from '../../../game.ts'
import type { Erasure, WorldRecord } from '../../../shared/privacy/personal-data.ts'
import type { TextRenamer } from '../../../shared/privacy/text-renamer.ts'
import { portalRecordKind } from '../../model/records/service-records.ts'

type Fields = { readonly [name: string]: Json }

/** Key prefixes of records that can contain a player's name. */
export const recordsWithNames = [
  ...['account/', 'cell/', 'character/', 'creatures/', 'hiscore', 'ledger/', 'newcomer/', 'party/'],
  ...['password/', 'reset/', 'seed/', 'seen/', 'tags/'],
] as const

/** No password has this hash, so nobody can play the character. */
const noPassword = ''

/** `rest`: the part of the key after the kind. `rest` can contain the name of a player or a map. */
type Rewrite = (
  rest: string,
  value: Json | undefined,
  forgotten: Erasure,
) => readonly [rest: string, value: Json | undefined]

const renamedKey: Rewrite = (name, value, { renaming }) => [renaming.apply(name), value]
const renamedLevelKey: Rewrite = (level, value, { renaming }) => [renamedLevel(level, renaming), value]

const rewrites: { readonly [kind: string]: Rewrite } = {
  character: (name, value, { renaming }) => [
    renaming.apply(name),
    mapFields(value, (character) => ({
      ...character,
      name: renaming.apply(String(character.name)),
      home: mapFields(character.home!, (home) => withLevel(home, renaming)),
      place: mapFields(character.place!, (place) => withLevel(place, renaming)),
      inventory: mapAll(character.inventory, (thing) => renamedThing(thing, renaming)),
      ...(character.journal && {
        journal: mapAll(character.journal, (entry) => {
          const [key, text] = entry as readonly [string, string]
          return [key, renamedLevel(text, renaming)]
        }),
      }),
    })),
  ],
  seen: (name, value, { renaming }) => [renaming.apply(name), withName(value, renaming)],
  party: (name, value, { renaming }) => [
    renaming.inText(name),
    mapFields(value, (party) => ({
      ...party,
      name: renaming.inText(String(party.name)),
      members: mapAll(party.members, (member) => withName(member, renaming)!),
    })),
  ],
  hiscore: (rest, value, { renaming }) => [rest, titledEntries(value, renaming)],
  cell: (rest, value, { renaming }) => {
    const [level = '', place = ''] = rest.split('/')
    return [
      `${renamedLevel(level, renaming)}/${place}`,
      mapFields(value, (cell) => ({
        ...cell,
        items: mapAll(cell.items, (thing) => renamedThing(thing, renaming)),
        ...(cell.held && {
          held: mapAll(cell.held, (held) => {
            const [at, things] = held as readonly [number, Json]
            return [at, mapAll(things, (thing) => renamedThing(thing, renaming))]
          }),
        }),
      })),
    ]
  },
  creatures: (level, value, { renaming }) => [
    renamedLevel(level, renaming),
    mapFields(value, (record) => ({
      ...record,
      living: mapAll(
        record.living,
        (creature) =>
          mapFields(creature, (fields) =>
            fields.from === undefined
              ? fields
              : { ...fields, from: renamedLevel(String(fields.from), renaming) },
          )!,
      ),
    })),
  ],
  tags: renamedLevelKey,
  seed: renamedLevelKey,
  reset: renamedLevelKey,
  ledger: (rest, value, forgotten) => {
    const at = rest.indexOf('/')
    const kind = rest.slice(0, at)
    const [page, content] = pages[kind]?.(rest.slice(at + 1), value, forgotten) ?? [rest.slice(at + 1), value]
    return [`${kind}/${page}`, content]
  },
}

/** Rewrites pages of the world's services, by their kind. */
const pages: { readonly [kind: string]: Rewrite } = {
  letters: (name, value, { renaming }) => [
    renaming.apply(name),
    value && mapAll(value, (letter) => renamedWords(letter, renaming)),
  ],
  owed: renamedKey,
  [portalRecordKind]: renamedKey,
  board: (board, value, { renaming }) => [
    board,
    value && mapAll(value, (notice) => renamedWords(notice, renaming)),
  ],
  guild: (guild, value, { renaming }) => [
    guild,
    mapFields(value, (fields) => ({
      ...fields,
      members: mapAll(fields.members, (member) => withName(member, renaming)!),
    })),
  ],
  hall: (hall, value, { renaming }) => [hall, titledEntries(value, renaming)],
  ranks: (quest, value, { renaming }) => [quest, titledEntries(value, renaming)],
  shop: (level, value, { renaming }) => [
    renamedLevel(level, renaming),
    mapFields(value, (shop) => ({
      ...shop,
      owner: renaming.apply(String(shop.owner)),
      wares: mapAll(shop.wares, (ware) => renamedWare(ware, renaming)),
    })),
  ],
  market: (market, value, { renaming }) => [
    market,
    mapFields(value, (fields) => ({
      ...fields,
      wares: mapAll(fields.wares, (ware) => renamedWare(ware, renaming)),
    })),
  ],
  closed: renamedLevelKey,
  slots: renamedLevelKey,
}

/** `accounts`: from the name of the player's account to its pseudonym. */
function rewrittenLogin(
  kind: 'account' | 'password',
  name: string,
  value: Json | undefined,
  characters: TextRenamer,
  accounts: TextRenamer,
): readonly [rest: string, value: Json | undefined] {
  if (kind === 'account') {
    const isTheirs = accounts.of(name) !== undefined
    const renamed = mapFields(value, (account) => ({
      ...account,
      ...(isTheirs && { name: accounts.apply(String(account.name)), hashed: noPassword }),
      characters: mapAll(account.characters, (each) => characters.apply(String(each))),
    }))
    return [accounts.apply(name), renamed]
  }
  const isTheirs = characters.of(name) !== undefined
  const renamed = mapFields(value, (password) => {
    if (password.account !== undefined) return { account: accounts.apply(String(password.account)) }
    return isTheirs ? { hashed: noPassword } : password
  })
  return [characters.apply(name), renamed]
}

/**
 * Returns the same object if the record has none of the names, and undefined if the record must be deleted.
 * `forgotten`: pseudonyms of the characters. `accounts`: the pseudonym of the account.
 */
export function anonymizeRecord(
  record: WorldRecord,
  forgotten: Erasure,
  accounts: TextRenamer,
): WorldRecord | undefined {
  const { key, value } = record
  if (value instanceof Uint8Array) return record
  const [, kind = '', slash = '', rest = ''] = /^([^/]*)(\/?)(.*)$/.exec(key) ?? []
  if (kind === 'newcomer') return forgotten.hasAddress(rest) ? undefined : record
  const rewrite =
    kind === 'account' || kind === 'password'
      ? () => rewrittenLogin(kind, rest, value, forgotten.renaming, accounts)
      : rewrites[kind]
  if (!rewrite) return record
  const [newRest, newValue] = rewrite(rest, value, forgotten)
  const newKey = kind + slash + newRest
  if (newKey === key && JSON.stringify(newValue) === JSON.stringify(value)) return record
  return { key: newKey, value: newValue }
}

/** [CF-20.6] The name of a player's own copy of a map ends with the player's name. */
function renamedLevel(level: string, renaming: TextRenamer): string {
  const at = level.lastIndexOf('@') + 1
  return at === 0 ? level : level.slice(0, at) + renaming.apply(level.slice(at))
}

function withLevel(place: Fields, renaming: TextRenamer): Fields {
  return { ...place, level: renamedLevel(String(place.level), renaming) }
}

function withName(value: Json | undefined, renaming: TextRenamer): Json | undefined {
  return mapFields(value, (fields) => ({ ...fields, name: renaming.apply(String(fields.name)) }))
}

/** The title of each entry begins with the name. */
function titledEntries(value: Json | undefined, renaming: TextRenamer): Json | undefined {
  return (
    value &&
    mapAll(
      value,
      (entry) =>
        mapFields(entry, (fields) => ({
          ...fields,
          name: renaming.apply(String(fields.name)),
          title: renaming.inText(String(fields.title)),
        }))!,
    )
  )
}

/** Renames players in an entry, which consists of an author and words. */
function renamedWords(entry: Json, renaming: TextRenamer): Json {
  const [author, words] = entry as readonly [string, string]
  return [renaming.apply(author), renaming.inText(words)]
}

/** [CF-23.5] [CF-13.14] [CF-22.21] The only things with players' names are letters, gravestones and portals. */
const namedThing = /^(?:mailscroll T: \S+ F: \S+|mail F: \S+ T: \S+|\S+'s (?:gravestones?|portal))$/

function renamedThing(thing: Json, renaming: TextRenamer): Json {
  return mapFields(thing, (fields) => {
    const { name, text, inside } = fields as {
      name?: { one: string; many: string }
      text?: string
      inside?: Json
    }
    const isNamed = name !== undefined && namedThing.test(name.one)
    return {
      ...fields,
      ...(isNamed && {
        name: { one: renaming.inText(name.one), many: renaming.inText(name.many) },
        ...(text !== undefined && { text: renaming.inText(text) }),
      }),
      ...(inside && { inside: mapAll(inside, (each) => renamedThing(each, renaming)) }),
    }
  })!
}

function renamedWare(ware: Json, renaming: TextRenamer): Json {
  return mapFields(ware, (fields) => ({
    ...fields,
    name: renamedThingName(String(fields.name), renaming),
    seller: renaming.apply(String(fields.seller)),
    ...(fields.orderedBy !== undefined && { orderedBy: renaming.apply(String(fields.orderedBy)) }),
    thing: renamedThing(fields.thing!, renaming),
  }))!
}

function renamedThingName(name: string, renaming: TextRenamer): string {
  return namedThing.test(name) ? renaming.inText(name) : name
}

function mapFields<V extends Json | undefined>(value: V, change: (fields: Fields) => Fields): V | Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? change(value as Fields)
    : value
}

function mapAll(values: Json | undefined, change: (value: Json) => Json): Json {
  return ((values ?? []) as readonly Json[]).map(change)
}
