import { beforeEach, describe, expect, it } from 'vitest'
import { experienceTable } from '../../../../../../games/crossfire/builtin/characters/experience-table.ts'
import { messageTypes } from '../../../../../../games/crossfire/protocol/events/message-types.ts'
import { damageMonster } from '../../../../../../games/crossfire/rules/vitals/apply-damage.ts'
import { Town } from '../../../harness/room-harness.ts'
import { Arena } from '../../../harness/rules-arena.ts'
import { type RecordingListener, Yard } from '../../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
let bob: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 10, 10)
  bob = yard.join('Bob', 10, 11)
})

function members(listener: RecordingListener): readonly string[] {
  return yard.type(listener, 'party who')[0]!.split('\n')
}

describe('[CF-18.1] the party command', () => {
  it('without arguments shows the player’s party, or that there is none', () => {
    expect(yard.type(ann, 'party')).toEqual(['You are not in a party. See party help.'])
    yard.type(ann, 'party form The Rats')
    expect(yard.type(ann, 'party')).toEqual(['You are in the party The Rats.'])
    expect(yard.world.characterSummary('Ann')!.party).toBe('The Rats')
  })
  it('with help or an unknown subcommand lists the subcommands', () => {
    const told = yard.type(ann, 'party help')
    for (const word of ['form NAME', 'join NAME', 'leave', 'list', 'who', 'say WORDS', 'passwd'])
      expect(told[0]).toContain(`party ${word}`)
    expect(yard.type(ann, 'party constructor')).toEqual(told)
    expect(yard.type(ann, 'PARTY HELP')).toEqual(told)
  })
  it.each(['leave', 'who', 'say hello', 'passwd x'])('refuses %s outside a party', (words) => {
    expect(yard.type(ann, `party ${words}`)).toEqual(['You are not in a party. See party help.'])
  })
  it('lists the longest-standing member as leader', () => {
    yard.type(ann, 'party form Rats')
    yard.type(bob, 'party join rats')
    expect(yard.type(ann, 'party list')[0]).toContain('Rats: led by Ann, 2 of 16 members')
    yard.type(ann, 'party leave')
    expect(yard.type(ann, 'party list')[0]).toContain('Rats: led by Bob, 1 of 16 members')
  })
})

describe('[CF-18.2] a party', () => {
  it.each(['', ' ', '-x', 'a/b', 'a[b]c', 'x'.repeat(33), 'naïve', 'a\x07b'])(
    'cannot have the name %j',
    (name) => {
      expect(yard.type(ann, `party form ${name}`)[0]).toContain('Party names have 1 to 32 characters')
      expect(yard.world.characterSummary('Ann')!.party).toBe('')
    },
  )
  it('has a unique name', () => {
    yard.type(ann, 'party form Rats')
    expect(yard.type(bob, 'party form rATS')).toEqual(['The party rATS exists already. Choose another name.'])
    expect(yard.type(bob, 'party join cats')[0]).toContain('no such party')
  })
  it('loses members who create or join another party, and ends when its last member leaves', () => {
    yard.type(ann, 'party form Rats')
    yard.type(bob, 'party form Cats')
    expect(yard.type(bob, 'party join Rats')).toEqual([
      'You left the party Cats.',
      'You joined the party Rats.',
    ])
    expect(yard.type(bob, 'party list')).toEqual(['Parties: 1\nRats: led by Ann, 2 of 16 members'])
    yard.type(bob, 'party leave')
    yard.type(ann, 'party leave')
    expect(yard.type(ann, 'party list')).toEqual(['There are no parties.'])
    expect([...yard.store.list('party/')]).toEqual([])
  })
  it('has at most sixteen members', () => {
    yard.type(ann, 'party form Rats')
    for (let n = 0; n < 15; n++) yard.type(yard.join(`Rat${'abcdefghijklmno'[n]}`), 'party join Rats')
    expect(yard.type(bob, 'party join Rats')).toEqual(['The party Rats is full.'])
    expect(members(ann)).toHaveLength(17)
  })
})

describe('[CF-18.3] a party password', () => {
  beforeEach(() => {
    yard.type(ann, 'party form Rats')
    expect(yard.type(ann, 'party passwd cheese')).toEqual(['The party Rats now has the password cheese.'])
  })
  it('is requested on joining, and the correct one admits the player', () => {
    expect(yard.type(bob, 'party join Rats')).toEqual([])
    expect(bob.questions).toEqual(['The password of the party Rats?\n:'])
    yard.world.answerQuestion(bob.player, 'cheese')
    expect(bob.texts()).toEqual(['You joined the party Rats.'])
  })
  it('that is wrong admits nobody, and ends the question', () => {
    yard.type(bob, 'party join Rats')
    yard.world.answerQuestion(bob.player, 'Cheese')
    yard.world.answerQuestion(bob.player, 'cheese')
    expect(bob.texts()).toEqual(['Wrong password.'])
    expect(yard.world.characterSummary('Bob')!.party).toBe('')
  })
  it('has at most eight characters, and passwd without a word removes it', () => {
    expect(yard.type(ann, 'party passwd 123456789')).toEqual(['A party password has at most 8 characters.'])
    yard.type(ann, 'party passwd')
    expect(yard.type(bob, 'party join Rats')).toEqual(['You joined the party Rats.'])
  })
  it('is sent to all members', () => {
    yard.type(bob, 'party join Rats')
    yard.world.answerQuestion(bob.player, 'cheese')
    ann.takeTexts()
    yard.type(bob, 'party passwd brie')
    expect(ann.takeTexts()).toEqual([
      { text: 'Bob: the party now has the password brie.', kind: messageTypes.party },
    ])
  })
  it('has no effect if the party ended in the meantime', () => {
    yard.type(bob, 'party join Rats')
    yard.type(ann, 'party leave')
    yard.world.answerQuestion(bob.player, 'cheese')
    expect(bob.texts()).toEqual(['That party no longer exists.'])
  })
  it.each(['today', '1997'] as const)(
    'is requested by query and reply from a client of %s',
    async (dialect) => {
      const [town, cat] = await Town.with('Cat')
      cat.doAll('party form Rats', 'party passwd cheese')
      const dog = dialect === 'today' ? await town.joined('Dog') : await town.joinLegacy('Dog')
      expect(dog.do('party join Rats')).toContainEqual(
        expect.objectContaining({ type: 'query', flags: 4, text: 'The password of the party Rats?\n:' }),
      )
      dog.send({ type: 'reply', text: 'cheese' })
      expect(dog.hasReceivedText('You joined the party Rats.')).toBe(true)
      dog.send({ type: 'reply', text: 'cheese' })
      expect([dog.peer.closed, town.faults]).toEqual([undefined, []])
    },
  )
})

it('[CF-4.20] ten password guesses a minute are allowed; after these even the correct password must wait', async () => {
  const [town, cat] = await Town.with('Cat')
  cat.doAll('party form Rats', 'party passwd cheese')
  const dog = await town.joined('Dog')
  const tries = (text: string) => {
    dog.do('party join Rats')
    dog.send({ type: 'reply', text })
  }
  for (let n = 0; n < 10; n++) tries(`brie ${n}`)
  expect(dog.hasReceivedText('Too many wrong passwords from your address. Try again in 60 s.')).toBe(false)
  tries('cheese')
  expect(dog.hasReceivedText('You joined the party Rats.')).toBe(false)
  town.room.pass(60_000)
  tries('cheese')
  expect(dog.hasReceivedText('You joined the party Rats.')).toBe(true)
})

describe('[CF-18.4] experience for a kill', () => {
  /**
   * The experience that Ann, Bob and Cy get when Ann, at the given level, kills a monster. Bob is next to her and in
   * her party. Cy is in the party only if `together`.
   */
  function won(cy: { x: number; together?: boolean }, killing = 'bone_lord', level = 2) {
    const arena = new Arena('.'.repeat(40))
    const [first, second, third] = [
      arena.join('Ann', 0, 0),
      arena.join('Bob', 1, 0),
      arena.join('Cy', cy.x, 0),
    ]
    first.player.experience = experienceTable[level - 1]!
    arena.scene.parties.create('Rats', 'Ann')
    arena.scene.parties.join(arena.scene.parties.find('Rats')!, 'Bob')
    if (cy.together) arena.scene.parties.join(arena.scene.parties.find('Rats')!, 'Cy')
    const prey = arena.creature(killing, 2, 0)
    damageMonster(arena.scene, prey, 1000, first.player, 'punching')
    return [
      first.player.experience - experienceTable[level - 1]!,
      second.player.experience,
      third.player.experience,
    ]
  }
  it('is shared in proportion to level + 4, and the remainder goes to the killer', () => {
    // Of 4,000 points Ann (level 2) gets 6 shares of 363 points, Bob (level 1) 5, and Ann the remaining 7 points.
    expect(won({ x: 5 })).toEqual([6 * 363 + 7, 5 * 363, 0])
    expect(won({ x: 12, together: true })).toEqual([6 * 250, 5 * 250, 5 * 250])
  })
  it('is not shared with members more than twelve cells away', () => {
    expect(won({ x: 13, together: true })).toEqual([6 * 363 + 7, 5 * 363, 0])
  })
  it('goes to the killer alone if the shares are below one point', () => {
    expect(won({ x: 5, together: true }, 'rat', 15)).toEqual([4, 0, 0])
    expect(won({ x: 5, together: true }, 'rat')).toEqual([6 * 2 + 4, 5 * 2, 5 * 2])
  })
  it('also counts for the skill with which a member killed', () => {
    const arena = new Arena('...')
    const [first, second] = [arena.join('Ann', 0, 0), arena.join('Bob', 1, 0)]
    second.player.skills.delete('punching')
    arena.scene.parties.create('Rats', 'Ann')
    arena.scene.parties.join(arena.scene.parties.find('Rats')!, 'Bob')
    damageMonster(arena.scene, arena.creature('wolf', 2, 0), 1000, first.player, 'punching')
    expect([first.player.skills.get('punching'), first.player.experience]).toEqual([90, 90])
    expect([second.player.skills.has('punching'), second.player.experience]).toEqual([false, 90])
  })
})

describe('[CF-18.5] party membership', () => {
  const hour = 3_600_000
  beforeEach(() => {
    yard.type(ann, 'party form Rats')
    yard.type(ann, 'party passwd cheese')
    yard.type(bob, 'party join Rats')
    yard.world.answerQuestion(bob.player, 'cheese')
  })
  it('lasts an hour after a logout', () => {
    yard.leave('Bob')
    yard.now += hour - 1
    expect(members(ann)).toEqual(['Members of Rats: 2', expect.stringContaining('Ann the'), 'Bob (away)'])
    yard.now += 1
    expect(members(ann)).toHaveLength(2)
    bob = yard.comeBack('Bob')
    expect(yard.type(bob, 'party')[0]).toContain('not in a party')
  })
  it('continues for players who return within the hour', () => {
    yard.leave('Bob')
    yard.now += hour - 1
    bob = yard.comeBack('Bob')
    yard.now += 2 * hour
    expect(members(bob)).toHaveLength(3)
  })
  it('ends an hour after all members logged out, and the party with it', () => {
    yard.leave('Ann')
    yard.leave('Bob')
    yard.now += hour
    const cy = yard.join('Cy')
    expect(yard.type(cy, 'party list')).toEqual(['There are no parties.'])
  })
  it('survives a restart with leader and password', () => {
    yard.restart()
    yard.now += 2 * hour
    expect(members(bob)).toEqual([
      'Members of Rats: 2',
      expect.stringContaining('Ann'),
      expect.stringContaining('Bob'),
    ])
    const cy = yard.join('Cy')
    expect(yard.type(cy, 'party join Rats')).toEqual([])
    expect(cy.questions).toHaveLength(1)
  })
  it('lasts an hour after a restart for members who do not return', () => {
    yard.listeners.delete('Bob')
    yard.restart()
    yard.now += hour
    expect(members(ann)).toHaveLength(2)
  })
  it('is stored when the transaction ends', () => {
    yard.store.news()
    const cy = yard.join('Cy')
    yard.type(cy, 'party form Cats')
    expect(yard.store.news()).toContain('party/cats')
  })
})

describe('[CF-18.6] party chat', () => {
  it.each(['gsay', 'party say', 'PARTY SAY'])(
    'by %s reaches all members wherever they are, and nobody else',
    (word) => {
      const cy = yard.join('Cy', 11, 10)
      yard.type(ann, 'party form Rats')
      yard.type(bob, 'party join Rats')
      yard.stand(bob, 6, 6)
      yard.type(bob, 'apply')
      expect(bob.player.levelName).not.toBe(ann.player.levelName)
      for (const each of [bob, cy]) each.takeTexts()
      yard.type(ann, `${word} [b]cheese[/b]\x07!`)
      expect(bob.takeTexts()).toEqual([
        { text: '<Rats> Ann says: [ b]cheese[ /b]!', kind: messageTypes.party },
      ])
      expect(cy.takeTexts()).toEqual([])
    },
  )
  it('is echoed to the speaker, and refuses an empty message', () => {
    yard.type(ann, 'party form Rats')
    expect(yard.type(ann, 'gsay cheese')).toEqual(['<Rats> You say: cheese'])
    expect(yard.type(ann, 'gsay')).toEqual(['Say what? Add some words.'])
    expect(yard.type(bob, 'gsay cheese')).toEqual(['You are not in a party. See party help.'])
  })
  it('announces joins and leaves to the other members', () => {
    yard.type(ann, 'party form Rats')
    ann.takeTexts()
    yard.type(bob, 'party join Rats')
    yard.type(bob, 'party leave')
    expect(ann.takeTexts()).toEqual([
      { text: 'Bob joined the party.', kind: messageTypes.party },
      { text: 'Bob left the party.', kind: messageTypes.party },
    ])
  })
  it('has the party message type for current clients', async () => {
    const [, cat] = await Town.with('Cat')
    cat.do('party form Rats')
    expect(cat.do('gsay hello')).toContainEqual(
      expect.objectContaining({ type: 'drawextinfo', kind: 15, subtype: 6, text: '<Rats> You say: hello' }),
    )
  })
})

it('[CF-18.6] the list of parties shows leader, member count and password flag', () => {
  yard.type(ann, 'party form Rats')
  yard.type(ann, 'party passwd x')
  yard.type(bob, 'party form Cats')
  expect(yard.type(bob, 'party list')[0]!.split('\n')).toEqual([
    'Parties: 2',
    'Rats: led by Ann, 1 of 16 members, with a password',
    'Cats: led by Bob, 1 of 16 members',
  ])
})
