import { describe, expect, test } from 'vitest'
import { soundFor } from '../../../../games/arcane-sector/browser/sounds.ts'
import { parseAttackSide } from '../../../../games/arcane-sector/client/attack-direction.ts'
import { parseMapFile } from '../../../../games/arcane-sector/client/map-file.ts'
import { MessageLog, parseTextRuns, plainText } from '../../../../games/arcane-sector/client/message-log.ts'
import { SpellInput } from '../../../../games/arcane-sector/client/spell-input.ts'
import { Surroundings } from '../../../../games/arcane-sector/client/surroundings.ts'
import type { FromServer } from '../../../../games/arcane-sector/packets.ts'

const posi = (x: number, y: number, direction: number) =>
  ({ type: 'POSI', x, y, direction, packetId: 0n }) as const

describe('the message log', () => {
  test('[AS-1.7] splits a text into colours, runes and letters, and skips other bytes', () => {
    expect(parseTextRuns('\x13Ann says: \x17hi\x01 \xff\x4a\xff\x20\x0f~\n<b>')).toEqual([
      { text: 'Ann says: ', colour: 3 },
      { text: 'hi ', colour: 7 },
      { rune: 0x4a, colour: 7 },
      { text: '~\n<b>', colour: undefined },
    ])
    expect(plainText('say \xff\x40\xff\x7f.\xff')).toBe('say [red arrow][grey eye].')
  })

  test('shows the ten latest messages in the picture, and shortens a message to 2,000 characters', () => {
    const lines = new MessageLog()
    for (let n = 0; n < 30; n++) lines.add(`${n}`, n * 1000)
    expect(lines.linesAt(30_000).map(({ text, age }) => [text, age])).toEqual(
      Array.from({ length: 10 }, (_, n) => [`${20 + n}`, 10_000 - n * 1000]),
    )
    lines.add('x'.repeat(5000), 30_000)
    expect(lines.all.at(-1)?.text).toHaveLength(2000)
  })
})

describe('the camera', () => {
  const eyeAt = (sight: Surroundings, now: number) => sight.eye(now, false)

  test('glides one tile after a step in any direction, in a fraction of a second', () => {
    const sight = new Surroundings()
    sight.onPosition(posi(10, 10, 0), 0)
    expect(eyeAt(sight, 0)).toEqual({ x: 10, y: 10, facing: 0 })
    let now = 0
    for (const [to, ahead, right] of [
      [posi(10, 9, 0), -1, 0],
      [posi(10, 10, 0), 1, 0],
      [posi(11, 10, 0), 0, -1],
      [posi(10, 10, 0), 0, 1],
    ] as const) {
      now += 1000
      sight.onPosition(to, now)
      const eye = eyeAt(sight, now)!
      expect([eye.ahead, eye.right].map((tiles) => tiles! + 0)).toEqual([ahead, right])
      expect(sight.isGliding(now + 400)).toBe(false)
      expect(eyeAt(sight, now + 400)).toEqual({ x: to.x, y: to.y, facing: 0 })
    }
  })

  test('glides during a quarter turn, but not during a teleport, and never if the user prefers reduced motion', () => {
    const sight = new Surroundings()
    sight.onPosition(posi(10, 10, 3), 0)
    sight.onPosition(posi(10, 10, 1), 100)
    expect(eyeAt(sight, 100)).toMatchObject({ facing: 1, turn: 1 })
    expect(sight.eye(100, true)).toEqual({ x: 10, y: 10, facing: 1 })
    sight.onPosition(posi(10, 10, 3), 1000)
    expect(eyeAt(sight, 1000)).toMatchObject({ turn: -1 })
    sight.onPosition(posi(40, 700, 3), 2000)
    expect(eyeAt(sight, 2000)).toEqual({ x: 40, y: 700, facing: 3 })
  })

  test('is never more than a tile behind a walking player', () => {
    const sight = new Surroundings()
    for (let n = 0; n < 20; n++) {
      sight.onPosition(posi(100 - n, 5, 2), n * 20)
      expect(Math.abs(eyeAt(sight, n * 20)?.ahead ?? 0)).toBeLessThanOrEqual(1)
    }
  })
})

test('[AS-11.10] [AS-11.16] the client reads the side of an attack from the message, which a player’s speech cannot imitate', () => {
  expect(
    [
      '\x11The Pale Huntress hits you from the left for 4.',
      '\x11The Marauder comes at you from behind.',
      '\x11The Outcast hits you from the front for 2.',
    ].map(parseAttackSide),
  ).toEqual(['left', 'behind', 'front'])
  expect(parseAttackSide('\x13The Marauder says: \x17hits you from behind.')).toBeUndefined()
  expect(parseAttackSide('\x11You have died.')).toBeUndefined()
})

test('steps, turns, doors, hits and speech have sounds, but packets without a change have none', () => {
  const before = { place: { x: 5, y: 5 }, facing: 1, holds: false }
  const text = (line: string): FromServer => ({ type: 'TEXT', text: line, packetId: 0n })
  const held = {
    type: 'HLDI',
    item: { id: 1n, movable: true, gfxId: 'dagger', name: 'Dagger' },
    packetId: 0n,
  } as const
  const received: readonly (readonly [FromServer, string | undefined])[] = [
    [posi(5, 6, 1), 'step'],
    [posi(5, 5, 2), 'turn'],
    [posi(5, 5, 1), undefined],
    [posi(90, 700, 1), 'away'],
    [held, 'take'],
    [text('\x13Bob says: \x17FIRE ARROW'), 'voice'],
    [text('\x11The Marauder hits you from behind for 3.'), 'hurt'],
    [text('FIRE ARROW'), 'fire'],
    [text('You have slain the Marauder.'), 'slain'],
    [text('Nothing of note.'), undefined],
  ]
  for (const [packet, noise] of received) expect([packet, soundFor(packet, before)]).toEqual([packet, noise])
  expect(soundFor(held, { ...before, holds: true })).toBeUndefined()
})

test('[AS-12.3] map.data has a kind byte and a variant byte per tile', () => {
  expect(parseMapFile(Uint8Array.of(1, 200, 8, 0))).toEqual({
    kinds: Uint8Array.of(1, 8),
    looks: Uint8Array.of(200, 0),
  })
})

test('[AS-7.1] a spell has at most eight runes, all of them valid', () => {
  const spell = new SpellInput(() => {})
  for (let n = 0; n < 12; n++) spell.add(0x40 + n)
  expect(spell.runes).toHaveLength(8)
  spell.back()
  expect(spell.runes).toHaveLength(7)
  spell.write([0x3f, 0x4a, 0x80, 0x5a])
  expect(spell.runes).toEqual([0x4a, 0x5a])
})
