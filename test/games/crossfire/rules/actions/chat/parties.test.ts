// Parties: who is in one, what its members hear, and what they win together. Simulated time.
import { beforeEach, describe, expect, it } from 'vitest'
import { experienceTable } from '../../../../../../games/crossfire/model/players/experience-table.ts'
import { messageTypes } from '../../../../../../games/crossfire/protocol/events/message-types.ts'
import { damageMonster } from '../../../../../../games/crossfire/rules/vitals/apply-damage.ts'
import { Town } from '../../../harness/room-harness.ts'
import { Arena } from '../../../harness/rules-arena.ts'
import { type Listener, Yard } from '../../../harness/small-maps.ts'

let yard: Yard
let ann: Listener
let bob: Listener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 10, 10)
  bob = yard.join('Bob', 10, 11)
})

function members(listener: Listener): readonly string[] {
  return yard.type(listener, 'party who')[0]!.split('\n')
}

describe('[CF-18.1] party', () => {
  it('alone tells which one is in, or that one is in none', () => {
    expect(yard.type(ann, 'party')).toEqual(['You are not in a party. See party help.'])
    yard.type(ann, 'party form The Rats')
    expect(yard.type(ann, 'party')).toEqual(['You are in the party The Rats.'])
    expect(yard.world.characterSummary('Ann')!.party).toBe('The Rats')
  })
  it('with help, or with a word that it has not, tells its words', () => {
    const told = yard.type(ann, 'party help')
    for (const word of ['form NAME', 'join NAME', 'leave', 'list', 'who', 'say WORDS', 'passwd'])
      expect(told[0]).toContain(`party ${word}`)
    expect(yard.type(ann, 'party constructor')).toEqual(told)
    expect(yard.type(ann, 'PARTY HELP')).toEqual(told)
  })
  it.each(['leave', 'who', 'say hello', 'passwd x'])('%s is for who is in one', (words) => {
    expect(yard.type(ann, `party ${words}`)).toEqual(['You are not in a party. See party help.'])
  })
  it('is led by the member of longest standing', () => {
    yard.type(ann, 'party form Rats')
    yard.type(bob, 'party join rats')
    expect(yard.type(ann, 'party list')[0]).toContain('Rats: led by Ann, 2 of 16 members')
    yard.type(ann, 'party leave')
    expect(yard.type(ann, 'party list')[0]).toContain('Rats: led by Bob, 1 of 16 members')
  })
})

describe('[CF-18.2] a party', () => {
  it.each(['', ' ', '-x', 'a/b', 'a[b]c', 'x'.repeat(33), 'naïve', 'a\x07b'])('is not called %j', (name) => {
    expect(yard.type(ann, `party form ${name}`)[0]).toContain('Party names have 1 to 32 characters')
    expect(yard.world.characterSummary('Ann')!.party).toBe('')
  })
  it('has a name that no other has', () => {
    yard.type(ann, 'party form Rats')
    expect(yard.type(bob, 'party form rATS')).toEqual(['The party rATS exists already. Choose another name.'])
    expect(yard.type(bob, 'party join cats')[0]).toContain('no such party')
  })
  it('is left by who forms or joins another, and gone with its last member', () => {
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
  it('has sixteen members', () => {
    yard.type(ann, 'party form Rats')
    for (let n = 0; n < 15; n++) yard.type(yard.join(`Rat${'abcdefghijklmno'[n]}`), 'party join Rats')
    expect(yard.type(bob, 'party join Rats')).toEqual(['The party Rats is full.'])
    expect(members(ann)).toHaveLength(17)
  })
})

describe('[CF-18.3] a password', () => {
  beforeEach(() => {
    yard.type(ann, 'party form Rats')
    expect(yard.type(ann, 'party passwd cheese')).toEqual(['The party Rats now has the password cheese.'])
  })
  it('is asked for, and the right one lets in', () => {
    expect(yard.type(bob, 'party join Rats')).toEqual([])
    expect(bob.questions).toEqual(['The password of the party Rats?\n:'])
    yard.world.answerQuestion(bob.player, 'cheese')
    expect(bob.texts()).toEqual(['You joined the party Rats.'])
  })
  it('that is wrong does not, and the next answer is to no question', () => {
    yard.type(bob, 'party join Rats')
    yard.world.answerQuestion(bob.player, 'Cheese')
    yard.world.answerQuestion(bob.player, 'cheese')
    expect(bob.texts()).toEqual(['Wrong password.'])
    expect(yard.world.characterSummary('Bob')!.party).toBe('')
  })
  it('has eight characters, and alone there is none', () => {
    expect(yard.type(ann, 'party passwd 123456789')).toEqual(["A party password has at most 8 characters."])
    yard.type(ann, 'party passwd')
    expect(yard.type(bob, 'party join Rats')).toEqual(['You joined the party Rats.'])
  })
  it('is told to all members', () => {
    yard.type(bob, 'party join Rats')
    yard.world.answerQuestion(bob.player, 'cheese')
    ann.told()
    yard.type(bob, 'party passwd brie')
    expect(ann.told()).toEqual([
      { text: 'Bob: the party now has the password brie.', kind: messageTypes.party },
    ])
  })
  it('of a party that is gone meanwhile is none', () => {
    yard.type(bob, 'party join Rats')
    yard.type(ann, 'party leave')
    yard.world.answerQuestion(bob.player, 'cheese')
    expect(bob.texts()).toEqual(['That party no longer exists.'])
  })
  it.each(['today', '1997'] as const)('goes by query and reply to a client of %s', async (dialect) => {
    const town = await Town.open()
    const cat = await town.joined('Cat')
    cat.doAll('party form Rats', 'party passwd cheese')
    const dog = dialect === 'today' ? await town.joined('Dog') : await town.joinedOld('Dog')
    expect(dog.do('party join Rats')).toContainEqual(
      expect.objectContaining({ type: 'query', flags: 4, text: 'The password of the party Rats?\n:' }),
    )
    dog.send({ type: 'reply', text: 'cheese' })
    expect(dog.heard('You joined the party Rats.')).toBe(true)
    dog.send({ type: 'reply', text: 'cheese' })
    expect([dog.peer.closed, town.faults]).toEqual([undefined, []])
  })
})

it('[CF-4.20] the password of a party is guessed at ten times a minute; then a right one waits, too', async () => {
  const town = await Town.open()
  const cat = await town.joined('Cat')
  cat.doAll('party form Rats', 'party passwd cheese')
  const dog = await town.joined('Dog')
  const tries = (text: string) => {
    dog.do('party join Rats')
    dog.send({ type: 'reply', text })
  }
  for (let n = 0; n < 10; n++) tries(`brie ${n}`)
  expect(dog.heard('Too many wrong passwords from your address. Try again in 60 s.')).toBe(false)
  tries('cheese')
  expect(dog.heard('You joined the party Rats.')).toBe(false)
  town.room.pass(60_000)
  tries('cheese')
  expect(dog.heard('You joined the party Rats.')).toBe(true)
})

describe('[CF-18.4] experience for a killing', () => {
  /** What each of three wins: Ann, of that level, who killed; Bob beside her; Cy, who is where he is. */
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
  it('is shared by level and 4, and the rest is the killer’s', () => {
    // 4000 in 6 and 5 parts of 363 each; 7 are left.
    expect(won({ x: 5 })).toEqual([6 * 363 + 7, 5 * 363, 0])
    expect(won({ x: 12, together: true })).toEqual([6 * 250, 5 * 250, 5 * 250])
  })
  it('is not for members who are more than twelve cells away', () => {
    expect(won({ x: 13, together: true })).toEqual([6 * 363 + 7, 5 * 363, 0])
  })
  it('is the killer’s alone if there are more parts than experience', () => {
    expect(won({ x: 5, together: true }, 'rat', 15)).toEqual([4, 0, 0])
    expect(won({ x: 5, together: true }, 'rat')).toEqual([6 * 2 + 4, 5 * 2, 5 * 2])
  })
  it('counts in the skill that was used', () => {
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

describe('[CF-18.5] after a while, and after a restart', () => {
  const hour = 3_600_000
  beforeEach(() => {
    yard.type(ann, 'party form Rats')
    yard.type(ann, 'party passwd cheese')
    yard.type(bob, 'party join Rats')
    yard.world.answerQuestion(bob.player, 'cheese')
  })
  it('who has left is a member for an hour', () => {
    yard.leave('Bob')
    yard.now += hour - 1
    expect(members(ann)).toEqual(['Members of Rats: 2', expect.stringContaining('Ann the'), 'Bob (away)'])
    yard.now += 1
    expect(members(ann)).toHaveLength(2)
    bob = yard.comeBack('Bob')
    expect(yard.type(bob, 'party')[0]).toContain('not in a party')
  })
  it('who comes back within it is a member still, however long he stays', () => {
    yard.leave('Bob')
    yard.now += hour - 1
    bob = yard.comeBack('Bob')
    yard.now += 2 * hour
    expect(members(bob)).toHaveLength(3)
  })
  it('a party that all have left is gone after it', () => {
    yard.leave('Ann')
    yard.leave('Bob')
    yard.now += hour
    const cy = yard.join('Cy')
    expect(yard.type(cy, 'party list')).toEqual(['There are no parties.'])
  })
  it('members, leader and password are as they were', () => {
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
  it('who is not in again after a restart has an hour from then', () => {
    yard.listeners.delete('Bob')
    yard.restart()
    yard.now += hour
    expect(members(ann)).toHaveLength(2)
  })
  it('forming is durable when the turn ends', () => {
    yard.store.news()
    const cy = yard.join('Cy')
    yard.type(cy, 'party form Cats')
    expect(yard.store.news()).toContain('party/cats')
  })
})

describe('[CF-18.6] what is said in a party', () => {
  it.each(['gsay', 'party say', 'PARTY SAY'])(
    'by %s is heard by its members alone, wherever they are',
    (word) => {
      const cy = yard.join('Cy', 11, 10)
      yard.type(ann, 'party form Rats')
      yard.type(bob, 'party join Rats')
      yard.stand(bob, 6, 6)
      yard.type(bob, 'apply')
      expect(bob.player.levelName).not.toBe(ann.player.levelName)
      for (const each of [bob, cy]) each.told()
      yard.type(ann, `${word} [b]cheese[/b]\x07!`)
      expect(bob.told()).toEqual([{ text: '<Rats> Ann says: [ b]cheese[ /b]!', kind: messageTypes.party }])
      expect(cy.told()).toEqual([])
    },
  )
  it('is told to who says it; nothing is not said', () => {
    yard.type(ann, 'party form Rats')
    expect(yard.type(ann, 'gsay cheese')).toEqual(['<Rats> You say: cheese'])
    expect(yard.type(ann, 'gsay')).toEqual(['Say what? Add some words.'])
    expect(yard.type(bob, 'gsay cheese')).toEqual(['You are not in a party. See party help.'])
  })
  it('comings and goings are told to the others', () => {
    yard.type(ann, 'party form Rats')
    ann.told()
    yard.type(bob, 'party join Rats')
    yard.type(bob, 'party leave')
    expect(ann.told()).toEqual([
      { text: 'Bob joined the party.', kind: messageTypes.party },
      { text: 'Bob left the party.', kind: messageTypes.party },
    ])
  })
  it('comes to a client of today as communication of a party', async () => {
    const town = await Town.open()
    const cat = await town.joined('Cat')
    cat.do('party form Rats')
    expect(cat.do('gsay hello')).toContainEqual(
      expect.objectContaining({ type: 'drawextinfo', kind: 15, subtype: 6, text: '<Rats> You say: hello' }),
    )
  })
  it('the list tells who leads, how many are in it, and whether it has a password', () => {
    yard.type(ann, 'party form Rats')
    yard.type(ann, 'party passwd x')
    yard.type(bob, 'party form Cats')
    expect(yard.type(bob, 'party list')[0]!.split('\n')).toEqual([
      'Parties: 2',
      'Rats: led by Ann, 1 of 16 members, with a password',
      'Cats: led by Bob, 1 of 16 members',
    ])
  })
})
