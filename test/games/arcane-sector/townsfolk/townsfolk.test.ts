// Townspeople: greetings, answers and quests. [AS-15]
import { describe, expect, it } from 'vitest'
import type { Item, ItemKind } from '../../../../games/arcane-sector/items/items.ts'
import { type TownspersonRole, townspersonRoles } from '../../../../games/arcane-sector/state/townsperson.ts'
import {
  greetings,
  innRestText,
  loreTexts,
  questDoneText,
  questTexts,
  restRefusedText,
} from '../../../../games/arcane-sector/townsfolk/texts.ts'
import {
  at,
  blocker,
  type Client,
  createSmallWorld,
  herb,
  placedItems,
  type Settings,
  startPosition,
} from '../harness/small-world.ts'
import { minRandom, monster, Wilds } from '../harness/wilds.ts'

const names = {
  warden: 'Wenna the Warden',
  innkeeper: 'Bram of the Kettle',
  apothecary: 'Odile the Apothecary',
  lightkeeper: 'Ansel of the Light',
} as const
const says = (role: TownspersonRole, text: string) => `\x13${names[role]} says: \x17${text}`
const beside = at(startPosition.x - 1, startPosition.y)

/** The townsperson has already greeted the player. */
function meeting(role: TownspersonRole, settings: Settings = {}) {
  const { small, client } = createSmallWorld({ townsfolk: [{ role, place: beside }], ...settings })
  small.tick()
  client.received()
  const ask = (text: string) => {
    client.say(text)
    return client.texts()
  }
  return { small, client, ask }
}

const carried = ({ player }: Client) =>
  [...player.slots, player.held].filter((item): item is Item => item !== undefined)

describe('townspeople', () => {
  it('[AS-15.1] [AS-1.6] are visible mobs that do not block movement', () => {
    const { client } = meeting('innkeeper')
    client.face('W')
    expect(client.mobsSeen).toEqual([{ id: 2 ** 33, ...beside, name: 'Bram of the Kettle' }])
    client.walk('WW')
    expect(client.player.place).toEqual(at(startPosition.x - 2, startPosition.y))
  })

  it('[AS-15.1] cannot be pushed', () => {
    const { small, client } = meeting('warden')
    client.walk('W')
    client.player.mana = 60
    client.cast(0x51, 0x51, 0x51)
    client.received()
    client.choose('mob', 2 ** 33)
    expect(client.texts()).toEqual(['There is no way to push it.'])
    small.tick()
    expect(client.mobsSeen).toMatchObject([{ id: 2 ** 33, ...beside }])
  })

  it('[AS-15.2] greet each player within four tiles once', () => {
    const townsfolk = [{ role: 'apothecary', place: at(185, 420) }] as const
    const { small, client } = createSmallWorld({ townsfolk }, 7, at(185, 425))
    small.tick()
    expect(client.texts()).toEqual([])
    client.walk('N')
    small.tick(2)
    expect(client.texts()).toEqual([says('apothecary', greetings.apothecary)])
    small.restart()
    const again = small.logIn(7)
    small.tick(2)
    expect(again.texts()).toEqual(['Welcome P7 to \x12Arcane Sector\x0f!'])
  })

  it('[AS-15.2] [AS-15.3] do not greet or answer dead players, or players behind a closed passage', () => {
    const shut = meeting('warden', {
      townsfolk: [{ role: 'warden', place: at(startPosition.x - 2, startPosition.y) }],
      items: placedItems(beside, blocker('gate')),
    })
    expect(shut.client.player.met).toEqual([])
    expect(shut.ask('work')).toEqual([])
    const { client, ask } = meeting('warden')
    client.player.hp = 0
    expect(ask('work')).toEqual([])
  })

  it('[AS-15.3] answer only the speaker, and only the nearest townsperson within five tiles answers', () => {
    const { small, client } = meeting('warden', {
      townsfolk: [
        { role: 'innkeeper', place: at(startPosition.x + 5, startPosition.y) },
        { role: 'warden', place: at(startPosition.x - 4, startPosition.y) },
      ],
    })
    const other = small.join(1)
    other.received()
    client.say('What about WORK, then?')
    expect(client.texts()).toEqual([says('warden', questTexts.warden.offer)])
    expect(other.texts()).toEqual(['\x13P7 says: \x17What about WORK, then?'])
    client.walk('EE')
    client.say('homework')
    expect(client.texts()).toEqual([says('innkeeper', greetings.innkeeper)])
    client.walk('NNNNN')
    client.say('work')
    expect(client.texts()).toEqual([])
  })

  it('say only texts that the client can draw', () => {
    const texts = townspersonRoles.flatMap((role) => [greetings[role], ...Object.values(questTexts[role])])
    for (const text of [...texts, ...Object.values(loreTexts), questDoneText, innRestText, restRefusedText]) {
      // The bytes \x12 and \x17 are colours.
      expect(text.replaceAll('\x12', '').replaceAll('\x17', '')).toMatch(/^[ -}]+$/)
      expect(text.length).toBeLessThan(250)
    }
  })

  it.each([
    ['warden', 'My rank?', 'You are of rank 1, with 12 of experience. 18 more to the next.'],
    ['apothecary', 'which herbs', loreTexts.apothecary],
    ['lightkeeper', 'the Strongroom!', loreTexts.lightkeeper],
  ] as const)('[AS-15.7] the %s answers %j', (role, said, received) => {
    const { client, ask } = meeting(role)
    client.player.experience = 12
    expect(ask(said)).toEqual([says(role, received)])
  })

  it('[AS-15.7] the warden reports that the tenth rank is the last', () => {
    const { client, ask } = meeting('warden')
    client.player.experience = 9999
    expect(ask('rank')).toEqual([
      says('warden', 'You are of rank 10, with 9999 of experience. There is none above it.'),
    ])
  })

  it('[AS-15.6] the innkeeper offers a bed, but not within 8 s of a fight', () => {
    const { small, client } = meeting('innkeeper')
    Object.assign(client.player, { hp: 1, mana: 0, foughtAt: small.now })
    small.now += 7999
    client.say('a bed please')
    expect(client.received()).toEqual([`TEXT ${says('innkeeper', restRefusedText)}`])
    small.now += 1
    client.say('sleep')
    expect(client.received()).toEqual(['INFO 40 40 60 60', `TEXT ${says('innkeeper', innRestText)}`])
  })
})

describe('a quest', () => {
  it.each<[TownspersonRole, number, ItemKind, number]>([
    ['innkeeper', 7, { type: 'dagger' }, 15],
    ['apothecary', 12, { type: 'flask', herbs: (1 << 6) | (1 << 8) }, 20],
    ['lightkeeper', 13, { type: 'teleport_ring' }, 60],
  ])(
    '[AS-15.4] [AS-15.5] of the %s gives an item for herb %i, in the herb’s slot, and only once even after a restart',
    (role, index, gives, experience) => {
      const { small, client, ask } = meeting(role, {
        items: placedItems(startPosition, herb(0), herb(index)),
      })
      const words = questTexts[role]
      client.put(0, 0)
      client.hold(1)
      expect(ask('work').at(-1)).toBe(says(role, words.offer))
      // The item that the player holds is in no slot.
      expect(ask('done').at(-1)).toBe(says(role, words.pending))
      client.drop(9)
      small.restart()
      const again = small.logIn(7)
      again.received()
      again.say('done')
      expect(again.texts().at(-1)).toBe(says(role, words.thanks))
      expect(carried(again)).toEqual([
        { id: 0, type: 'herb', index: 0 },
        { id: 2, ...gives },
      ])
      expect(again.slots[9]).toBe(2)
      expect(again.player.experience).toBe(experience)
      small.restart()
      const later = small.logIn(7)
      later.received()
      later.say('work')
      expect(later.texts()).toEqual([says(role, questDoneText)])
      expect(carried(later)).toHaveLength(2)
    },
  )

  /** A player who has the warden's quest, with one kill before accepting it and three kills since. */
  function hunter(settings: Settings = {}) {
    const wilds = new Wilds([monster(at(165, 405))], {
      townsfolk: [{ role: 'warden', place: beside }],
      ...settings,
    })
    wilds.random = minRandom
    const client = wilds.join(7)
    client.player.kills = 1
    client.say('work')
    client.received()
    return { wilds, client }
  }

  it('[AS-15.4] of the warden requires three kills since it was accepted', () => {
    const { client } = hunter()
    client.player.kills = 3
    client.say('done')
    expect(client.texts()).toEqual([says('warden', questTexts.warden.pending)])
    client.player.kills = 4
    client.say('done')
    expect(client.texts().at(-1)).toBe(says('warden', questTexts.warden.thanks))
    expect(carried(client)).toEqual([{ id: 0, type: 'flask', herbs: (1 << 3) | (1 << 10) }])
    expect(client.player).toMatchObject({ experience: 20, rank: 1 })
  })

  it('[AS-15.5] puts the reward on the ground if no slot is free, and waits if the ground is full too', () => {
    const { wilds, client } = hunter({
      items: placedItems(startPosition, ...Array.from({ length: 64 }, () => herb())),
    })
    client.player.kills = 4
    client.player.slots.fill({ id: 900, type: 'dagger' }, 0, 8)
    client.say('done')
    expect(client.texts()).toEqual([
      says('warden', 'Your hands are full, and so is the floor. Come back when you can take something.'),
    ])
    expect(client.player).toMatchObject({ experience: 0, quests: { warden: { done: false } } })
    client.walk('E')
    client.say('done')
    expect(client.texts().at(-1)).toBe(says('warden', questTexts.warden.thanks))
    expect(wilds.store.get('ground/186,428')).toMatchObject([{ id: 64, type: 'flask' }])
  })
})
