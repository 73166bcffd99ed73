import { describe, expect, test } from 'vitest'
import { anonymizeRecord } from '../../../../../games/crossfire/protocol/room/anonymize-record.ts'
import { personalRecords } from '../../../../../games/crossfire/protocol/room/personal-records.ts'
import type { Json, RecordStore } from '../../../../../games/game.ts'
import { TextRenamer } from '../../../../../games/shared/privacy/text-renamer.ts'

const characters = new TextRenamer(new Map([['Guardian', 'Exqwerty']]))
const accounts = new TextRenamer(new Map([['gus', 'Exqwerty']]))
const forgotten = { renaming: characters, hasAddress: (address: string) => address === '203.0.113.7' }
const anonymized = (key: string, value: Json | undefined) =>
  anonymizeRecord({ key, value }, forgotten, accounts)

const letter = {
  tag: 1,
  id: 'arch scroll',
  name: { one: 'mail F: Ann T: Guardian', many: '' },
  text: 'Dear guardian,',
}
const hushed = { ...letter, name: { one: 'mail F: Ann T: Exqwerty', many: '' }, text: 'Dear exqwerty,' }

describe('[CF-16.14] the anonymization of a record', () => {
  test.each<[key: string, value: Json, newKey: string, newValue: Json]>([
    [
      'character/guardian',
      {
        name: 'Guardian',
        home: { level: 'a' },
        place: { level: '/flat@guardian' },
        inventory: [letter],
        journal: [['guild chest', '/hall@guardian']],
      },
      'character/exqwerty',
      {
        name: 'Exqwerty',
        home: { level: 'a' },
        place: { level: '/flat@exqwerty' },
        inventory: [hushed],
        journal: [['guild chest', '/hall@exqwerty']],
      },
    ],
    [
      'account/gus',
      { name: 'gus', hashed: 'x', characters: ['Guardian', 'Ann'], at: 1 },
      'account/exqwerty',
      { name: 'exqwerty', hashed: '', characters: ['Exqwerty', 'Ann'], at: 1 },
    ],
    ['password/guardian', { account: 'gus' }, 'password/exqwerty', { account: 'exqwerty' }],
    ['password/guardian', { hashed: 'x' }, 'password/exqwerty', { hashed: '' }],
    ['seen/guardian', { name: 'Guardian', at: 1 }, 'seen/exqwerty', { name: 'Exqwerty', at: 1 }],
    [
      'party/guardian and ann',
      { name: 'Guardian and Ann', password: '', members: [{ name: 'Guardian' }, { name: 'Ann' }] },
      'party/exqwerty and ann',
      { name: 'Exqwerty and Ann', password: '', members: [{ name: 'Exqwerty' }, { name: 'Ann' }] },
    ],
    [
      'hiscore',
      [{ name: 'Guardian', title: 'Guardian the brave', experience: 2 }],
      'hiscore',
      [{ name: 'Exqwerty', title: 'Exqwerty the brave', experience: 2 }],
    ],
    [
      'cell/|flat@guardian/1,2',
      { items: [{ tag: 3, id: 'bag', inside: [letter] }] },
      'cell/|flat@exqwerty/1,2',
      { items: [{ tag: 3, id: 'bag', inside: [hushed] }] },
    ],
    [
      'cell/town/1,2',
      {
        items: [
          {
            tag: 3,
            id: 'grave',
            name: { one: "Guardian's gravestone", many: "Guardian's gravestones" },
            text: 'Here rests Guardian',
          },
        ],
        held: [[0, [letter]]],
      },
      'cell/town/1,2',
      {
        items: [
          {
            tag: 3,
            id: 'grave',
            name: { one: "Exqwerty's gravestone", many: "Exqwerty's gravestones" },
            text: 'Here rests Exqwerty',
          },
        ],
        held: [[0, [hushed]]],
      },
    ],
    [
      'creatures/town',
      { births: 1, living: [{ tag: 4, from: '/flat@guardian' }], fallen: [], taken: [] },
      'creatures/town',
      { births: 1, living: [{ tag: 4, from: '/flat@exqwerty' }], fallen: [], taken: [] },
    ],
    ['tags/|flat@guardian', { first: 1, count: 2 }, 'tags/|flat@exqwerty', { first: 1, count: 2 }],
    [
      'ledger/letters/guardian',
      [['Ann', 'hi Guardian']],
      'ledger/letters/exqwerty',
      [['Ann', 'hi Exqwerty']],
    ],
    ['ledger/letters/ann', [['Guardian', 'hi']], 'ledger/letters/ann', [['Exqwerty', 'hi']]],
    ['ledger/owed/guardian', 5, 'ledger/owed/exqwerty', 5],
    ['ledger/portals/guardian', {}, 'ledger/portals/exqwerty', {}],
    [
      'cell/town/3,4',
      { items: [{ tag: 5, name: { one: "Guardian's portal", many: "Guardian's portal" } }] },
      'cell/town/3,4',
      { items: [{ tag: 5, name: { one: "Exqwerty's portal", many: "Exqwerty's portal" } }] },
    ],
    [
      'ledger/market/square',
      { nextWareNumber: 2, wares: [{ number: 1, name: 'apple', seller: 'Guardian', thing: letter }] },
      'ledger/market/square',
      { nextWareNumber: 2, wares: [{ number: 1, name: 'apple', seller: 'Exqwerty', thing: hushed }] },
    ],
    [
      'ledger/board/square',
      [['Guardian', 'I am Guardian']],
      'ledger/board/square',
      [['Exqwerty', 'I am Exqwerty']],
    ],
    [
      'ledger/guild/Smiths',
      { founded: true, members: [{ name: 'Guardian', rank: 'Master' }] },
      'ledger/guild/Smiths',
      { founded: true, members: [{ name: 'Exqwerty', rank: 'Master' }] },
    ],
    [
      'ledger/hall/heroes',
      [{ name: 'Guardian', title: 'Guardian the brave', stage: 0 }],
      'ledger/hall/heroes',
      [{ name: 'Exqwerty', title: 'Exqwerty the brave', stage: 0 }],
    ],
    [
      'ledger/shop/mall',
      {
        owner: 'Guardian',
        wares: [{ number: 1, name: 'apple', seller: 'Guardian', orderedBy: 'Ann', thing: letter }],
      },
      'ledger/shop/mall',
      {
        owner: 'Exqwerty',
        wares: [{ number: 1, name: 'apple', seller: 'Exqwerty', orderedBy: 'Ann', thing: hushed }],
      },
    ],
  ])("replaces the player's name in %s: %j", (key, value, newKey, newValue) => {
    expect(anonymized(key, value)).toEqual({ key: newKey, value: newValue })
  })

  test('puts the pseudonym into the key even if the record did not exist', () => {
    expect(anonymized('character/guardian', undefined)).toEqual({
      key: 'character/exqwerty',
      value: undefined,
    })
  })

  test("drops the record of the player's address", () => {
    expect(anonymized('newcomer/203.0.113.7', [1])).toBeUndefined()
    expect(anonymized('newcomer/203.0.113.8', [1])).toEqual({ key: 'newcomer/203.0.113.8', value: [1] })
  })

  test.each<[key: string, value: Json]>([
    // A thing, a map and another player's account have the player's name by chance.
    [
      'cell/town/1,2',
      {
        items: [
          { tag: 3, id: 'guard', name: { one: 'Guardian', many: 'Guardians' }, text: 'I am a Guardian' },
        ],
      },
    ],
    ['cell/guardian/1,2', { items: [] }],
    ['account/guardian', { name: 'Guardian', hashed: 'x', characters: ['Ann'] }],
    ['password/ann', { account: 'Guardian' }],
    ['character/ann', { name: 'Ann', home: { level: 'a' }, place: { level: 'guardian' }, inventory: [] }],
    ['ledger/slots/bandit', 3],
    ['ticks', 7],
  ])('leaves %s as it is: %j', (key, value) => {
    const record = { key, value }
    expect(anonymizeRecord(record, forgotten, accounts)).toBe(record)
  })
})

test('[CF-16.14] the data of a character contain its wares in markets and its town portals', () => {
  const portals = { remembered: { level: 'town', x: 1, y: 2 } }
  const ware = { number: 2, seller: 'Guardian', price: 5 }
  const records = new Map<string, Json>([
    ['character/guardian', { name: 'Guardian' }],
    ['ledger/market/scorn', { nextWareNumber: 3, wares: [{ number: 1, seller: 'Ann', price: 9 }, ware] }],
    ['ledger/portals/guardian', portals],
  ])
  const store: Pick<RecordStore, 'get' | 'list'> = {
    get: (key) => records.get(key),
    list: (prefix) => [...records].filter(([key]) => key.startsWith(prefix)),
  }
  expect(personalRecords(store, 'guardian')).toMatchObject({ wares: [{ market: 'scorn', ...ware }], portals })
})
