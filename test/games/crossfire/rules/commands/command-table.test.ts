import { beforeEach, describe, expect, it } from 'vitest'
import { messageTypes } from '../../../../../games/crossfire/protocol/events/message-types.ts'
import { parseCommand } from '../../../../../games/crossfire/rules/commands/command-table.ts'
import { type RecordingListener, Yard } from '../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 10, 10)
})

const wanted = [
  'north northeast east southeast south southwest west northwest stay take get drop apply examine search',
  'say shout chat tell who help save quit fire fire_stop run run_stop cast invoke use_skill ready_skill me reply',
  'disarm brace rotateshoottype inventory title motd news rules body resistances mapinfo afk hiscore passwd',
  'listen use dropall whereabouts nod cointoss inscribe mark pickup magicmap time spells skills statistics pay',
  'throw',
].flatMap((line) => line.split(' '))

describe('the command table', () => {
  it.each(wanted)('[CF-9.5] contains %s with a help text', (word) => {
    expect(parseCommand(word).command).toBeDefined()
    expect(yard.type(ann, `help ${word}`)[0]).toMatch(/: [A-Z].*\.$/s)
  })

  it('[CF-9.5] is listed completely by help', () => {
    const [text] = yard.type(ann, 'help')
    for (const word of wanted.filter((each) => each !== 'get')) expect(text).toContain(word)
  })

  it('[CF-9.5] is searched without regard to case and surrounding spaces', () => {
    expect(parseCommand('  SAY  hello  there ')).toMatchObject({ args: 'hello  there' })
    expect(parseCommand('Say').command).toBe(parseCommand('say').command)
    expect(parseCommand('').command).toBeUndefined()
  })

  it.each(['moonwalk', '', '   ', 'say_', 'constructor', '__proto__', 'take\0'])(
    '[CF-9.7] does not contain %j',
    (text) => {
      yard.world.runCommand(ann.player, text)
      const told = ann.takeTexts()
      expect(told).toHaveLength(1)
      expect(told[0]!.kind).toBe(messageTypes.error)
      expect(told[0]!.text).toMatch(/is not a valid command/)
    },
  )

  it('[CF-9.7] reports an unknown word without characters that clients interpret', () => {
    expect(yard.type(ann, `[color=red]x\x01${'y'.repeat(100)}`)[0]).toMatch(/^'color=red\]xy{27}' is/)
  })

  it('[CF-9.5] runs no command of a dead player', () => {
    ann.player.hp = 0
    expect(yard.type(ann, 'say hello')).toEqual([])
    expect(yard.world.runCommand(ann.player, 'north')).toBe(0)
    expect([ann.player.x, ann.player.y]).toEqual([10, 10])
  })
})

describe('examine and lookat', () => {
  it('[CF-12.12] examine shows a thing’s name, weight and text', () => {
    yard.give(ann, 'apple', 4)
    expect(yard.type(ann, 'examine apple')).toEqual([
      'Those are four apples.\nThey weigh 0.60 kg.\nYou reckon they are worth eight copper coins.',
    ])
    const sword = yard.lay(ann, 'crown_blade')
    expect(yard.type(ann, 'examine')[0]).toContain('Rime grows along the edge, and does not melt.')
    yard.world.examineItem(ann.player, sword.tag)
    expect(ann.texts()[0]).toContain('It weighs 9.00 kg.')
    expect(yard.type(ann, 'examine pear')).toEqual(['You see no such thing.'])
  })

  it('[CF-7.8] [CF-7.16] examine refuses things out of reach', () => {
    const sword = yard.lay(ann, 'sword', 1, 3, 3)
    yard.world.examineItem(ann.player, sword.tag)
    expect(ann.texts()).toEqual(['That is out of reach.'])
  })

  it('[CF-11.6] lookat lists the contents of a visible cell, topmost first', () => {
    yard.lay(ann, 'sword', 1, 9, 9)
    yard.join('Bob', 9, 9)
    yard.world.lookAt(ann.player, -1, -1)
    expect(ann.texts()).toEqual(['You see:\n  Bob\n  a sword\n  grass'])
    yard.world.lookAt(ann.player, 0, 0)
    expect(ann.texts()[0]).toContain('yourself')
    yard.stand(ann, 2, 2)
    for (const [dx, dy] of [
      [5, 0],
      [99, 0],
      [-1e9, 3],
      [Number.NaN, 0],
      [0, -3],
    ] as const) {
      yard.world.lookAt(ann.player, dx, dy)
      expect(ann.texts()).toEqual(['You cannot see that far.'])
    }
  })
})

describe('apply', () => {
  it('[CF-12.11] reads signs and books', () => {
    yard.lay(ann, 'sign', 1, 10, 10, { text: 'Keep out' })
    yard.type(ann, 'apply')
    yard.give(ann, 'note', 1, { text: 'Come alone' })
    yard.now += 1000
    yard.world.runCommand(ann.player, 'apply note')
    expect(ann.takeTexts()).toEqual([{ text: 'Come alone', kind: messageTypes.book }])
  })

  it('[CF-12.11] reaches the cell in front of the player if nothing usable is under them', () => {
    yard.lay(ann, 'sign', 1, 11, 10, { text: 'Keep out' })
    ann.player.facing = 3
    expect(yard.type(ann, 'apply')).toEqual(['Keep out'])
    ann.player.facing = 7
    expect(yard.type(ann, 'apply')).toEqual(['There is nothing to apply here.'])
    expect(yard.type(ann, 'apply pear')).toEqual(['You have no such thing.'])
  })

  it.each(['potion_healing', 'chest', 'coin_gold'])(
    '[CF-12.11] [CF-7.14] does not use a thing in the cell ahead that must be carried or underfoot: %s',
    (id) => {
      const ahead = yard.lay(ann, id, 1, 11, 10)
      ann.player.facing = 3
      expect(yard.type(ann, 'apply')).toEqual(['There is nothing to apply here.'])
      expect(ahead).toMatchObject({ count: 1, location: { x: 11, y: 10 } })
    },
  )

  it('[CF-12.11] prefers a thing that is usable in place to one that must be picked up', () => {
    yard.lay(ann, 'chest')
    yard.lay(ann, 'coin_gold')
    yard.lay(ann, 'sword')
    expect(yard.type(ann, 'apply')).toEqual(['You open the chest.'])
    yard.stand(ann, 12, 10)
    yard.lay(ann, 'sword')
    expect(yard.type(ann, 'apply')).toEqual(['Pick it up first.'])
  })

  it('[CF-7.9] [CF-7.16] refuses a tag that is out of reach', () => {
    const sword = yard.lay(ann, 'sword', 1, 3, 3)
    yard.world.applyItem(ann.player, sword.tag)
    expect(ann.texts()).toEqual(['That is out of reach.'])
  })
})

describe('mark and lock', () => {
  it('[CF-7.11] mark selects one carried thing, and an unknown tag keeps the selection', () => {
    const [sword, apple] = [yard.give(ann, 'sword'), yard.give(ann, 'apple')]
    yard.world.markItem(ann.player, sword.tag)
    expect(ann.texts()).toEqual(['Marked item sword'])
    yard.world.markItem(ann.player, 99)
    expect(ann.texts()).toEqual(['sword is marked.'])
    expect(yard.type(ann, 'mark apple')).toEqual(['Marked item apple'])
    expect(ann.player.markedTag).toBe(apple.tag)
    yard.type(ann, 'drop apple')
    expect(yard.type(ann, 'mark')).toEqual(['You have not marked an object.'])
  })

  it('[CF-7.10] lock locks a thing until it is unlocked, and tells the player', () => {
    const sword = yard.give(ann, 'sword')
    const lock = (tag: number, locked: boolean) => {
      ann.texts()
      yard.world.lockItem(ann.player, tag, locked)
      return [sword.locked, ...ann.texts()]
    }
    expect(lock(sword.tag, true)).toEqual([true, 'The sword is locked.'])
    expect([lock(sword.tag, true), lock(99, true)]).toEqual([[true], [true]])
    expect(lock(sword.tag, false)).toEqual([undefined, 'The sword is unlocked.'])
  })
})

describe('other commands', () => {
  it('[CF-9.8] who lists all players and their maps', () => {
    yard.join('Bob', 3, 6)
    yard.type(yard.listeners.get('Bob')!, 'apply')
    const lines = yard.type(ann, 'who')[0]!.split('\n')
    expect(lines).toEqual([
      'Players: 2',
      'Ann the fighter, level 1 (The Yard)',
      'Bob the fighter, level 1 (The Cellar)',
    ])
  })

  it('[CF-9.5] quit makes the session log the player out', () => {
    yard.type(ann, 'quit')
    expect(ann.quits).toBe(1)
  })

  it('[CF-16.1] save immediately stores data that a crash could roll back', () => {
    yard.walk(ann, 'e')
    yard.store.news()
    yard.walk(ann, 'e')
    expect(yard.store.news()).toEqual([])
    expect(yard.type(ann, 'save')).toEqual(['You have been saved.'])
    expect(yard.store.news()).toEqual(['character/ann'])
  })

  it('[CF-9.5] stay only takes time', () => {
    yard.type(ann, 'stay fire')
    expect([ann.player.x, ann.player.y, yard.world.msUntilAction(ann.player) > 0]).toEqual([10, 10, true])
  })

  it.each([
    ['', 'Your pickup mode is 7.', 7],
    ['0', 'Your pickup mode is 0.', 0],
    ['4294967295', 'Your pickup mode is 4294967295.', 2 ** 32 - 1],
    ['4294967296', 'That is not a pickup mode. Use a number.', 7],
    ['12345678901', 'That is not a pickup mode. Use a number.', 7],
    ['-1', 'That is not a pickup mode. Use a number.', 7],
    ['x', 'That is not a pickup mode. Use a number.', 7],
  ])('[CF-7.13] pickup %j answers %j', (words, answer, mode) => {
    ann.player.pickupMode = 7
    expect(yard.type(ann, `pickup ${words}`)).toEqual([answer])
    expect(ann.player.pickupMode).toBe(mode)
  })

  it('[CF-9.5] drop without a name asks for a name, and drops only things that the player has', () => {
    expect(yard.type(ann, 'drop')).toEqual(['Drop what? Add the name of a thing.'])
    expect(yard.type(ann, 'drop sword')).toEqual(['You have no such thing to drop.'])
  })
})
