// What one turn says: in the order in which it was said, and what many are told once.
import { describe, expect, it } from 'vitest'
import type { Caster, Line } from '../../durable-objects/line.ts'
import type { Seat } from '../../durable-objects/seat.ts'
import { Seats } from '../../durable-objects/seats.ts'
import { TurnOutput } from '../../durable-objects/turn-output.ts'
import type { Frame, RoomLimits } from '../../games/game.ts'

const limits: RoomLimits = {
  messagesPerSecond: 0,
  messageBurst: 0,
  bytesPerSecond: 0,
  maxFrameBytes: 1000,
  windowBytes: 65_536,
  maxSessions: 10,
  maxSessionsPerAddress: 0,
  idleTimeoutMs: 0,
}

/** Seats on one link, and what went down it: to whom, and what. */
function onOneLink(count: number) {
  const down: [to: number[], frame: Frame][] = []
  const lines: Line[] = []
  const caster: Caster = {
    cast: (to, frame) => down.push([to.map((line) => lines.indexOf(line)), frame]),
  }
  const seats = new Seats({ send() {}, close() {} })
  const all = Array.from({ length: count }, (_, n): Seat => {
    const line: Line = {
      ...{
        token: `${n}`,
        address: '127.0.0.1',
        transport: 'tcp',
        compressed: false,
        ready: true,
        part: 0,
        caster,
      },
      push: (frame) => down.push([[n], frame]),
      finish() {},
      record() {},
      release() {},
      discard() {},
      end() {},
      proven() {},
      hangUp() {},
    }
    lines.push(line)
    return seats.add(line, limits, 0)
  })
  return { all, down }
}

const [hello, bye] = [new Uint8Array(5), new Uint8Array(3)]

describe('what a turn says', () => {
  it('to many, one after another, goes down their link once', () => {
    const { all, down } = onOneLink(4)
    const output = new TurnOutput()
    for (const seat of all) output.frame(seat, hello)
    for (const seat of all.slice(2)) output.frame(seat, bye)
    output.release(undefined, () => {})
    expect(down).toEqual([
      [[0, 1, 2, 3], hello],
      [[2, 3], bye],
    ])
  })

  it('twice to one is said twice, and nothing changes places', () => {
    const { all, down } = onOneLink(2)
    const [ann, bob] = all as [Seat, Seat]
    const output = new TurnOutput()
    output.frame(ann, hello)
    output.frame(ann, hello)
    output.frame(bob, hello)
    output.frame(ann, hello)
    output.frame(bob, bye)
    output.frame(ann, hello)
    output.release(undefined, () => {})
    const heard = (n: number) => down.filter(([to]) => to.includes(n)).map(([, frame]) => frame)
    expect(heard(0)).toEqual([hello, hello, hello, hello])
    expect(heard(1)).toEqual([hello, bye])
  })

  it('to many costs what it costs to tell each, and is a reply to who is answered', () => {
    const { all, down } = onOneLink(3)
    const [ann, bob, cid] = all as [Seat, Seat, Seat]
    const output = new TurnOutput()
    for (const seat of [ann, bob, cid]) output.frame(seat, hello)
    expect(output.cost.steps).toBe(3)
    expect(output.repliesTo(bob)).toEqual([hello])
    output.release(bob, () => {})
    expect(down).toEqual([[[0, 2], hello]])
  })
})
