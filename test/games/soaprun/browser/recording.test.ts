import { expect, it } from 'vitest'
import { maxRecordingBytes, Recording, type Replay } from '../../../../games/soaprun/browser/recording.ts'
import { enter, walk, worldARoom } from '../fixture-room.ts'

async function recorded() {
  const room = await worldARoom()
  const player = enter(room)
  const feed = room.harness.host.views.spectatorFeed!
  const recording = new Recording()
  recording.add(feed.snapshot(0), 0)
  return { player, feed, recording }
}

const places = ({ field }: Replay) => [...field.figures.others.values()].map(({ goal }) => goal.x / 16)

it('the recording can be replayed from any stored time, with all positions and painted tiles', async () => {
  const { player, feed, recording } = await recorded()
  for (const [n, x] of [31, 32, 33].entries()) {
    walk(player, [x - 1, 22], [x, 22])
    recording.add(feed.delta(0), (n + 1) * 1000)
  }
  expect([500, 1500, 2500, 9000].map((at) => places(recording.from(at)))).toEqual([[30], [31], [32], [33]])
  const replay = recording.from(1500)
  expect([replay.to(2500), places(replay)]).toEqual([true, [32]])
  expect([replay.to(3500), places(replay)]).toEqual([false, [33]])
})

it('the recording has a maximum length of ten minutes and a maximum size in bytes, and keeps the ground', async () => {
  const { feed, recording } = await recorded()
  const message = feed.delta(0)
  for (let at = 1000; at <= 900_000; at += 1000) recording.add(message, at)
  expect(recording.since).toBe(300_000)
  expect(recording.from(300_000).field.board?.width).toBe(61)
  expect(recording.bytes).toBeLessThanOrEqual(maxRecordingBytes)
  const large = [new Uint8Array(message[0] as Uint8Array)]
  const many = Array.from({ length: 40 }, () => large).flat()
  const messages = Math.ceil((1.2 * maxRecordingBytes) / (40 * large[0]!.length))
  for (let n = 0; n < messages; n++) recording.add(many, 900_000 + n)
  expect(recording.bytes).toBeLessThanOrEqual(maxRecordingBytes)
  expect(recording.bytes).toBeGreaterThan(maxRecordingBytes / 2)
})
