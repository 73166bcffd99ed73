import { beforeEach, describe, expect, it } from 'vitest'
import { maxMessageLength, sanitizeText } from '../../../../../../games/crossfire/model/state/player-texts.ts'
import { messageTypes } from '../../../../../../games/crossfire/protocol/events/message-types.ts'
import { type RecordingListener, Yard } from '../../../harness/small-maps.ts'

let yard: Yard
let ann: RecordingListener
let near: RecordingListener
let far: RecordingListener
let below: RecordingListener
beforeEach(() => {
  yard = new Yard()
  ann = yard.join('Ann', 19, 5)
  near = yard.join('Near', 7, 17)
  far = yard.join('Far', 6, 17)
  below = yard.join('Below', 3, 6)
  yard.type(below, 'apply')
})

function heard(text: string) {
  yard.type(ann, text)
  return [near, far, below].map((listener) => listener.takeTexts().map((each) => each.text))
}

describe('speech', () => {
  it.each([
    ['say hello there', 'Ann says: hello there'],
    ['me waves', 'Ann waves'],
  ])('[CF-10.4] [CF-10.5] by %j reaches twelve cells on the same map', (text, told) => {
    expect(heard(text)).toEqual([[told], [], []])
  })

  it.each(['shout', 'chat'])('[CF-10.5] by %s reaches all players', (word) => {
    const texts = heard(`${word} hello`)
    expect(new Set(texts.flat()).size).toBe(1)
    expect(texts.every((each) => each.length === 1)).toBe(true)
  })

  it('[CF-10.5] by tell reaches one player, and reply answers', () => {
    expect(heard('tell BELOW hello there')).toEqual([[], [], ['Ann tells you: hello there']])
    expect(yard.type(below, 'reply hello Ann')).toEqual(['You tell Ann: hello Ann'])
    expect(ann.texts()).toEqual(['Below tells you: hello Ann'])
  })

  it.each([
    ['tell Nobody hello', 'There is no such player online.'],
    ['tell Ann hello', 'You talk to yourself.'],
    ['tell Near', 'Say what? Add some words.'],
    ['tell', 'Say what? Add some words.'],
    ['reply hello', 'Nobody has sent you a private message.'],
    ['say', 'Say what? Add some words.'],
    ['shout \x01\x02', 'Say what? Add some words.'],
  ])('[CF-10.5] %j gets the response %j', (text, answer) => {
    expect(yard.type(ann, text)).toEqual([answer])
  })

  it('[CF-10.3] has its own message types, and is echoed to the speaker', () => {
    for (const [word, kind] of [
      ['say', messageTypes.say],
      ['shout', messageTypes.shout],
      ['chat', messageTypes.chat],
      ['me', messageTypes.me],
    ] as const) {
      ann.takeTexts()
      yard.world.runCommand(ann.player, `${word} x`)
      expect(ann.takeTexts().map((each) => each.kind)).toEqual([kind])
    }
  })
})

describe('a sent text', () => {
  it.each([
    ['a\nb\tc\0d\x7fe', 'abcde'],
    ['[b]bold[/b] [color=#ff0000]red[/color]', '[ b]bold[ /b] [ color=#ff0000]red[ /color]'],
    ['a [1] list [x y]', 'a [1] list [x y]'],
    ['caf\xc3\xa9', 'caf\xc3\xa9'],
    ['  x  ', 'x'],
  ])('[CF-16.5] sanitizes %j to %j', (said, told) => {
    expect(sanitizeText(said)).toBe(told)
  })

  it('[CF-16.5] has a maximum length', () => {
    expect(sanitizeText('x'.repeat(5000))).toHaveLength(maxMessageLength)
    expect(sanitizeText('[b]'.repeat(5000)).length).toBeLessThan(2 * maxMessageLength)
  })

  it.each([
    ['\xd0\xb6'.repeat(200), maxMessageLength],
    [`x${'\xd0\xb6'.repeat(200)}`, maxMessageLength - 1],
    ['\xf0\x9f\x9a\xa2'.repeat(200), maxMessageLength],
    [`xyz${'\xf0\x9f\x9a\xa2'.repeat(200)}`, maxMessageLength - 1],
    ['\xbf'.repeat(500), maxMessageLength],
  ])('[CF-16.5] cuts no character of UTF-8 into two: %#', (said, length) => {
    expect(sanitizeText(said)).toBe(said.slice(0, length))
  })
})
