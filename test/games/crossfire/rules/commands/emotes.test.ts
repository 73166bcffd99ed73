import { beforeEach, describe, expect, it } from 'vitest'
import { messageTypes } from '../../../../../games/crossfire/protocol/events/message-types.ts'
import { emoteCommands } from '../../../../../games/crossfire/rules/commands/emotes.ts'
import { type RecordingListener, Yard } from '../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
let bob: RecordingListener
let cid: RecordingListener
let far: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 10, 10)
  bob = yard.join('Bob', 11, 10)
  cid = yard.join('Cid', 12, 10)
  far = yard.join('Far', 13, 10)
})

function seen(text: string): string[] {
  for (const each of [bob, cid]) each.takeTexts()
  return [...yard.type(ann, text), ...bob.texts(), ...cid.texts()]
}

describe('[CF-10.7] an emote', () => {
  it.each([
    ['nod', ['You nod.', 'Ann nods.', 'Ann nods.']],
    ['dance', ['You dance for joy.', 'Ann dances for joy.', 'Ann dances for joy.']],
    ['wave BOB', ['You wave to Bob.', 'Ann waves to you.', 'Ann waves to Bob.']],
    ['beg Bob', ['You beg Bob for mercy.', 'Ann begs you for mercy.', 'Ann begs Bob for mercy.']],
    ['hug ann', ['You hug yourself.', 'Ann hugs themselves.', 'Ann hugs themselves.']],
    ['wave Zoe', ['There is no Zoe near you.']],
  ])('sends the texts for %s', (text, told) => {
    expect(seen(text)).toEqual(told)
  })

  it('reaches only players nearby', () => {
    yard.stand(far, 17, 17)
    yard.stand(ann, 3, 5)
    far.takeTexts()
    expect(yard.type(ann, 'wave Far')).toEqual(['There is no Far near you.'])
    expect(yard.type(ann, 'wave')).toEqual(['You wave.'])
    expect(far.texts()).toEqual([])
  })

  it('is a complete sentence with its own message type, and is rate limited like speech', () => {
    expect(emoteCommands.length).toBeGreaterThan(50)
    expect(new Set(emoteCommands.map(({ name }) => name)).size).toBe(emoteCommands.length)
    for (const { name } of emoteCommands) {
      expect(yard.world.isSpeech(`${name} bob`)).toBe(true)
      for (const text of [...seen(name), ...seen(`${name} Bob`)])
        expect(text).toMatch(/^(You|Ann) [a-z ,B]+b?\.$/)
    }
    yard.type(ann, 'grin')
    bob.takeTexts()
    yard.world.runCommand(ann.player, 'grin')
    expect(bob.takeTexts()[0]!.kind).toBe(messageTypes.emote)
  })
})

it('[CF-10.8] coins and dice give random results, which players nearby see', () => {
  const tosses = Array.from({ length: 40 }, () => seen('cointoss'))
  for (const [own, others] of tosses) expect(others).toBe(own!.replace('You toss', 'Ann tosses'))
  expect(new Set(tosses.map(([own]) => own))).toEqual(
    new Set(['You toss a coin: heads.', 'You toss a coin: tails.']),
  )
  const [own, others] = seen('orcknuckle')
  expect(own).toMatch(/^You roll the dice: (\w+, ){3}\w+\.$/)
  expect(others).toBe(own!.replace('You roll', 'Ann rolls'))
})

describe('[CF-10.6] listen', () => {
  it('filters chat, logins and shouts by level, but not the player’s own messages', () => {
    const heard = (level: number) => {
      yard.type(bob, `listen ${level}`)
      yard.type(ann, 'chat one')
      yard.type(ann, 'shout two')
      yard.leave('Cid')
      yard.comeBack('Cid')
      return bob.texts()
    }
    const coming = ['Cid has left the game.', 'Cid has entered the game.']
    expect(heard(10)).toEqual(['Ann chats: one', 'Ann shouts: two', ...coming])
    expect(heard(8)).toEqual(['Ann shouts: two', ...coming])
    expect(heard(4)).toEqual(['Ann shouts: two'])
    expect(heard(0)).toEqual([])
    expect([yard.type(bob, 'chat me'), yard.type(bob, 'shout me')].flat()).toEqual([
      'Bob chats: me',
      'You shout: me',
    ])
  })

  it('stores and shows its level, and refuses a level that is not a number from 0 to 10', () => {
    yard.type(bob, 'listen 3')
    yard.restart()
    expect(yard.type(bob, 'listen')).toEqual(['Your listen level is 3 of 10.'])
    for (const wrong of ['11', '-1', 'x', '1 2'])
      expect(yard.type(bob, `listen ${wrong}`)).toEqual(['That is not a number from 0 to 10.'])
    expect(bob.player.listenLevel).toBe(3)
  })
})
