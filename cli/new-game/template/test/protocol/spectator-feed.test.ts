import { expect, it } from 'vitest'
import { firstLine } from '../../../../games/say-back/builtin/first-line.ts'
import { lineRecord, maxLines } from '../../../../games/say-back/lines/records.ts'
import { defaultOptions } from '../../../../games/say-back/options.ts'
import { fromServer } from '../../../../games/say-back/packets.ts'
import { SayBackSpectatorFeed } from '../../../../games/say-back/protocol/spectator-feed.ts'
import { SayBackWorld } from '../../../../games/say-back/world.ts'
import { MemoryStore } from '../../../memory-store.ts'

/** The numbers of the lines that these frames contain. */
function numbersIn(frames: readonly Uint8Array[]): number[] {
  return frames.map((frame) => {
    const packet = fromServer.decode(frame)
    return packet.type === 'ECHO' ? packet.number : Number.NaN
  })
}

it('[SB-5.1] spectators receive the stored lines, then each new one, once', () => {
  const world = new SayBackWorld(new MemoryStore([lineRecord(firstLine)]), defaultOptions)
  const feed = new SayBackSpectatorFeed(world)
  expect(numbersIn(feed.snapshot())).toEqual([1])
  expect(feed.delta()).toEqual([])
  world.say('one')
  world.say('two')
  expect(numbersIn(feed.delta())).toEqual([2, 3])
  for (let n = 0; n < maxLines; n++) world.say(`line ${n}`)
  const stored = Array.from({ length: maxLines }, (_, n) => n + 4)
  expect(numbersIn(feed.snapshot())).toEqual(stored)
  expect(feed.delta()).toEqual([])
})
