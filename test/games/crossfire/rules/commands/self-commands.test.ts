import { beforeEach, describe, expect, it } from 'vitest'
import { toggleEquipped } from '../../../../../games/crossfire/model/things/equipment.ts'
import { positionOf, type RecordingListener, Yard } from '../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 10, 10)
})

describe('[CF-9.13] commands about the player', () => {
  it('inventory lists items with weights and their applied or locked state', () => {
    expect(yard.type(ann, 'inventory')).toEqual(['You carry 0.0 of 76.0 kg:'])
    yard.give(ann, 'apple', 4)
    yard.give(ann, 'sword')
    yard.type(ann, 'apply sword')
    const apple = ann.player.inventory.find(({ archetype }) => archetype.id === 'apple')!
    yard.world.lockItem(ann.player, apple.tag, true)
    expect(yard.type(ann, 'inventory')[0]!.split('\n').slice(1).sort()).toEqual([
      '  a sword (wielded), 6.0 kg',
      '  four apples (locked), 0.6 kg',
    ])
  })

  it('inventory fits into one message even with a full inventory', () => {
    for (let n = 0; n < 100; n++) yard.give(ann, 'note', 1, { text: `${n}` })
    const [text] = yard.type(ann, 'inventory')
    expect(text!.length).toBeLessThan(4000)
    expect(text).toMatch(/and 40 more$/)
  })

  it('body lists the things on every part of the body', () => {
    for (const id of ['ring', 'ring', 'helmet']) {
      const thing = yard.give(ann, id)
      toggleEquipped({ tags: { next: () => 9_000_000 } as never }, ann.player, thing)
    }
    const [text] = yard.type(ann, 'body')
    expect(text).toContain('on your head: helmet')
    expect(text).toContain('on your fingers: copper ring, copper ring')
    expect(text).toContain('in your hands: nothing')
  })

  it('resistances lists the percentage for each attack type, as in the stats', () => {
    const before = yard.type(ann, 'resistances')[0]!
    expect(before).toBe(
      'Your resistances:\n  blows: 0 percent\n  magic: 0 percent\n  fire: 0 percent\n  cold: 0 percent\n  poison: 0 percent',
    )
    yard.give(ann, 'helmet')
    yard.type(ann, 'apply helmet')
    expect(yard.type(ann, 'resistances')[0]).toContain(`blows: ${ann.player.stats.armour} percent`)
    expect(ann.player.stats.armour).toBeGreaterThan(0)
  })

  it('title sets a stored title after the name, which the command who also shows', () => {
    expect(yard.type(ann, 'title')).toEqual(['You are Ann the fighter.'])
    expect(yard.type(ann, 'title the [b]Brave[/b]\x01')).toEqual(['You are Ann the [ b]Brave[ /b].'])
    yard.type(ann, `title ${'x'.repeat(500)}`)
    expect(ann.player.title).toHaveLength(40)
    yard.type(ann, `title x${'\xd0\xb6'.repeat(40)}`)
    expect(ann.player.title).toHaveLength(39)
    yard.type(ann, 'title of the Square')
    yard.restart()
    expect(yard.type(ann, 'who')[0]).toContain('Ann of the Square, level 1')
    expect(yard.type(ann, 'title -')).toEqual(['You are Ann the fighter.'])
    expect(yard.type(ann, 'title \x01')).toEqual(['That title has no printable characters.'])
  })

  it('[CF-9.15] set watch no hides the player from spectators and is stored', () => {
    expect(ann.player.visibleToSpectators).toBe(true)
    expect(yard.type(ann, 'set watch')).toEqual(['Spectators can see where you are.'])
    expect(yard.type(ann, 'set watch no')).toEqual(['Spectators cannot see where you are.'])
    yard.restart()
    expect(yard.type(ann, 'set watch')).toEqual(['Spectators cannot see where you are.'])
    expect(yard.type(ann, 'SET Watch YES')).toEqual(['Spectators can see where you are.'])
    expect(yard.type(ann, 'set watch perhaps')).toEqual(['Set watch to yes or no.'])
    expect(yard.type(ann, 'set')).toEqual(['There is one setting: watch. Set it to yes or no.'])
    expect(ann.player.visibleToSpectators).toBe(true)
  })

  it('[CF-9.8] afk is shown by the command who and to senders of private messages, until it is toggled or the player logs out', () => {
    const bob = yard.join('Bob', 11, 10)
    expect(yard.type(bob, 'afk')).toEqual(['You are now away.'])
    expect(yard.type(ann, 'who')[0]).toContain('Bob the fighter, level 1 (The Yard), away')
    expect(yard.type(ann, 'tell Bob hello')).toEqual([
      'You tell Bob: hello',
      'Bob is away and may not answer.',
    ])
    expect(yard.type(bob, 'afk')).toEqual(['You are no longer away.'])
    expect(yard.type(ann, 'tell Bob hello')).toHaveLength(1)
    yard.type(bob, 'afk')
    yard.leave('Bob')
    yard.comeBack('Bob')
    expect(yard.type(ann, 'who')[0]).not.toContain('away')
  })
})

describe('[CF-9.14] rotateshoottype', () => {
  const rotations = (words = '') => yard.type(ann, `rotateshoottype${words}`)[0]

  it('cycles through bow, spells and skills', () => {
    yard.give(ann, 'bow')
    yard.type(ann, 'apply bow')
    for (const spell of ['magic_missile', 'light', 'fire_bolt']) ann.player.spells.add(spell)
    const [bow, ...rest] = ['bow', 'magic missile', 'fire bolt'].map((name) => `Range: ${name}`)
    const skills = ['Skill: throwing', 'Skill: searching']
    expect(ann.player.readied).toMatchObject({ with: 'launcher' })
    expect(Array.from({ length: 5 }, () => rotations())).toEqual([...rest, ...skills, bow])
    expect([rotations(' -'), rotations(' -1')]).toEqual([...skills].reverse())
  })

  it('starts at the first or last option when nothing is readied, and determines what the command fire does', () => {
    yard.lay(ann, 'apple', 1)
    expect(rotations(' -')).toBe('Skill: searching')
    ann.player.readied = undefined
    expect(rotations()).toBe('Skill: throwing')
    yard.give(ann, 'dagger')
    yard.type(ann, 'fire 3')
    expect(ann.player.inventory).toEqual([])
  })
})

describe('[CF-12.15] brace', () => {
  it('prevents movement, while steps still turn the player and open doors', () => {
    expect(yard.type(ann, 'brace')).toEqual(['You brace yourself: steps no longer move you.'])
    yard.walk(ann, 'ne')
    expect([positionOf(ann), ann.player.facing]).toEqual([[10, 10], 3])
    yard.type(ann, 'run 3')
    yard.wakeFor(2000)
    expect([positionOf(ann), ann.player.repeatedAction]).toEqual([[10, 10], undefined])
    yard.type(ann, 'brace')
    yard.walk(ann, 'n')
    expect(positionOf(ann)).toEqual([10, 9])
  })
})

it('[CF-11.12] the command inscribe reports that scrolls cannot be written, whatever its argument', () => {
  for (const text of ['inscribe', 'inscribe x', 'inscribe 1 2'])
    expect(yard.type(ann, text)).toEqual(['Scrolls cannot be written in this world.'])
})

it('[CF-12.16] disarm reports that no trap is near; use applies one thing, and refuses two that cannot be combined', () => {
  expect(yard.type(ann, 'disarm')).toEqual(['There is no trap next to you.'])
  expect(yard.world.msUntilAction(ann.player)).toBeGreaterThan(0)
  yard.give(ann, 'apple', 2)
  yard.give(ann, 'sword')
  ann.player.food = 100
  yard.type(ann, 'use apple')
  expect(ann.player.food).toBeGreaterThan(100)
  expect(yard.type(ann, 'use apple with sword')).toEqual(['The apple and the sword cannot be used together.'])
  expect(yard.type(ann, 'use apple with pear')).toEqual(['You have no such thing.'])
  expect(yard.type(ann, 'use')).toEqual(['Use what? Add the name of a thing.'])
})

describe('[CF-9.12] commands about the room', () => {
  it('motd, news and rules show the texts of the login', () => {
    expect(yard.type(ann, 'motd')[0]).toContain('Welcome to Crossfire!')
    // An imported world has other names.
    expect(yard.type(ann, 'motd')[0]).not.toContain('Hollowford')
    expect(yard.type(ann, 'news')[0]).toMatch(/^The gates are open/)
    expect(yard.type(ann, 'rules')[0]).toMatch(/^Be kind/)
  })

  it('mapinfo shows the player’s position, and whereabouts the number of players per map', () => {
    expect(yard.type(ann, 'mapinfo')).toEqual([
      'You are at 10, 10 of The Yard (town), 20 by 19 cells. It is bright. Nobody else is here.',
    ])
    const bob = yard.join('Bob', 3, 6)
    expect(yard.type(ann, 'whereami')[0]).toContain('One other is here.')
    yard.type(bob, 'apply')
    expect(yard.type(bob, 'mapinfo')[0]).toContain('It is pitch dark.')
    expect(yard.type(ann, 'whereabouts')).toEqual(['The Cellar: 1\nThe Yard: 1'])
  })

  it('hiscore reports an empty list', () => {
    expect(yard.type(ann, 'hiscore')).toEqual(['There are no high scores yet.'])
  })

  it('hiscore keeps the highest scores, also of deleted characters and from before a death', () => {
    const bob = yard.join('Bob', 11, 10)
    bob.player.experience = 7000
    ann.player.experience = 2500
    yard.leave('Bob')
    yard.world.save()
    ann.player.experience = 100
    yard.restart()
    expect(yard.type(ann, 'hiscore')).toEqual([
      'High scores:\n' +
        '1. Bob the fighter, level 3, 7000 experience\n' +
        '2. Ann the fighter, level 2, 2500 experience',
    ])
    expect(yard.type(ann, 'hiscore ANN')[0]).toMatch(/scores:\n2\. Ann/)
    expect(yard.type(ann, 'hiscore zoe')).toEqual(['No high score matches that.'])
  })

  it('hiscore stores a hundred entries, lists the earlier of two equal entries first, and shows 25 entries', () => {
    for (let n = 0; n < 120; n++) {
      const one = yard.join(`P${n}`)
      one.player.experience = 1000 + (n % 60)
      yard.leave(`P${n}`)
    }
    const kept = yard.store.get('hiscore') as unknown as { name: string; experience: number }[]
    expect(kept).toHaveLength(100)
    expect(kept.slice(0, 2).map(({ name }) => name)).toEqual(['P59', 'P119'])
    expect(
      kept.every(({ experience }, index) => index === 0 || experience <= kept[index - 1]!.experience),
    ).toBe(true)
    expect(yard.type(ann, 'hiscore')[0]!.split('\n')).toHaveLength(26)
  })
})

it('[CF-9.5] help shows topics, and refuses unknown words', () => {
  const [all] = yard.type(ann, 'help')
  expect(all!.length).toBeLessThan(4000)
  const topics = /Topics: ([^.]*)\./.exec(all!)![1]!.split(', ')
  expect(topics.length).toBeGreaterThan(8)
  for (const topic of topics)
    expect(yard.type(ann, `help ${topic.toUpperCase()}`)[0]!.length).toBeGreaterThan(60)
  for (const wrong of ['dragons', 'constructor', '__proto__'])
    expect(yard.type(ann, `help ${wrong}`)).toEqual([
      'There is no command or help topic with that name. See help.',
    ])
})
