// Replays every recorded scenario in our world. The same requests at the same times must get the same bytes. Intended
// differences are listed by file and line with the reason.
import { describe, expect, it } from 'vitest'
import { WireError } from '../../../wire/index.ts'
import { type Flds, logIn, type SoaprunRoom, worldARoom } from './fixture-room.ts'
import type { Files } from './fixture-world.ts'
import { type IntendedDifference, type Outcome, replay, type Scenario } from './replay.ts'
import { type RecordedEvent, readTranscript, Streams, transcriptNames } from './transcripts.ts'

interface Expected {
  /** The number of unit entries that differ in this tick, but match the recording in the previous or the next tick. */
  readonly aTickOff: number
  /**
   * The number of recorded replies that our server does not send, because it closes a connection that the recorded
   * server kept open.
   */
  readonly lost?: number
}

const atLines = (unlike: IntendedDifference, ...lines: number[]) =>
  Object.fromEntries(lines.map((line) => [line, unlike]))

const strangeColor: IntendedDifference = {
  because: '[SR-4.11] the colour is refused, because clients have no picture for it',
  mend: (flds) => ({
    ...flds,
    color: 1,
    players: flds.players.map((player) => ({ ...player, color: 1 })),
  }),
}

/** An intended difference in the unit with this index. */
const unitDiffers = (
  because: string,
  index: number,
  ours: Partial<Flds['units'][number]>,
): IntendedDifference => ({
  because,
  mend: (flds) => ({
    ...flds,
    units: flds.units.map((unit) => (unit.index === index ? { ...unit, ...ours } : unit)),
  }),
})

const shieldIsNew = unitDiffers('[SR-5.7] clients that showed the shield as taken show it again', 8, {
  generation: 1,
})

const closes = (why: RegExp): IntendedDifference => ({
  because: '[SR-2.7] a packet that is longer or shorter than its fields closes the connection',
  closes: why,
})

const noCorpse: IntendedDifference = {
  because: '[SR-6.3] only dead players leave corpses',
  mend: (flds) => ({ ...flds, tiles: [] }),
}

/**
 * `tickMs` and `firstTick`: the recorded server's tick length and first tick are unknown, and these values fit best.
 */
const recorded = (
  name: string,
  tickMs: number,
  firstTick: number,
  more: Partial<Scenario & Expected> = {},
) => ({
  ...{ name, tickMs, firstTick, aTickOff: 0 },
  ...more,
})

const scenarios: readonly (Scenario & Expected)[] = [
  recorded('pixel-A-handshake_idle', 134.5, -1246),
  recorded('pixel-A-pipelined', 134.5, -1000),
  recorded('pixel-A-walk_cross_room', 133.5, -1392),
  recorded('pixel-A-colors', 134.5, -1114, { unlike: atLines(strangeColor, 33, 35, 37) }),
  recorded('pixel-A-goal_bye', 134.5, -1380),
  recorded('pixel-A-closer_death_corpse', 133.5, -1284),
  recorded('pixel-A-crawl_attack', 134.75, -984),
  recorded('pixel-A-cross_cycle', 135.25, -1368, { aTickOff: 5 }),
  recorded('pixel-A-gate_three', 133.25, -1288),
  recorded('pixel-A-shield_goal', 133.75, -1384, {
    aTickOff: 1,
    unlike: atLines(shieldIsNew, 37, 39, 41, 43, 45, 47),
  }),
  recorded('pixel-A-sword_kill_crown', 134.75, -1364, {
    aTickOff: 5,
    // [SR-5.6] The recorded client kills from four tiles away, which the default options refuse.
    options: { maxHitTiles: 0 },
  }),
  recorded('pixel-A-snail_eats', 136.25, -956, {
    aTickOff: 2,
    // [SR-6.3] In the recording living players place corpses. In our world the corpses exist from the start.
    map: (files) => {
      layCorpse(files, 30, 39)
      layCorpse(files, 28, 39)
    },
    unlike: {
      23: unitDiffers('the recorded machine stood still for 463 ms', 15, { nodes: [{ x: 26, y: 22 }] }),
      56: noCorpse,
    },
  }),
  recorded('pixel-A-malformed_bodies', 134.5, -1290, {
    lost: 8,
    unlike: {
      14: closes(/^myPo\.nodes/),
      46: closes(/^Room\.y/),
      62: closes(/^Prtc\.version/),
      78: closes(/^Test\.data/),
      112: noCorpse,
    },
  }),
]

describe('recorded conversations, played again', () => {
  it('include every recording, in the list or in a separate test', () => {
    const separate = ['pixel-A-idle_timeout', 'pixel-A-malformed']
    const names = [...scenarios.map(({ name }) => name), ...separate]
    expect(names.sort()).toEqual(transcriptNames().filter((name) => name.startsWith('pixel-')))
  })

  it.each(scenarios)('get the recorded bytes in $name, with units at most one tick off', async (scenario) => {
    const { name, aTickOff, lost = 0 } = scenario
    const outcome = await replay(scenario)
    expect(outcome).toEqual({ replies: recordedReplies(name) - lost, aTickOff, faults: [] } satisfies Outcome)
  })

  it('do not match if the world’s ticks are 3 percent longer', async () => {
    const scenario = scenarios.find(({ name }) => name === 'pixel-A-cross_cycle')!
    const { faults } = await replay({ ...scenario, tickMs: scenario.tickMs * 1.03 })
    expect(faults).not.toEqual([])
  })

  it('[SR-5.6] differ in pixel-A-sword_kill_crown with default options, which refuse a kill from four tiles away', async () => {
    const scenario = scenarios.find(({ name }) => name === 'pixel-A-sword_kill_crown')!
    const { faults } = await replay({ ...scenario, options: {} })
    expect(faults.filter((fault) => fault.includes('"items":1') && fault.includes('"items":2'))).not.toEqual(
      [],
    )
  })

  it('[SR-2.3] end in pixel-A-idle_timeout after 60 s of silence, 2 s earlier than on the recorded server', async () => {
    const room = await worldARoom()
    const silent = logIn(room)
    room.pass(59_000)
    expect(silent.closed).toBeUndefined()
    room.pass(7_000)
    expect(silent.closed).toBe('idle for too long')
    const [greeted, closed] = readTranscript('pixel-A-idle_timeout').slice(1)
    expect([greeted?.type, closed?.by]).toEqual(['WLCM', 'server'])
    expect(closed!.t - greeted!.t).toBeCloseTo(62_000, -3)
  })

  it.each(['pixel-A-malformed', 'sd-A-malformed'])(
    '[SR-2.7] close every connection in %s at the same packet as the recorded server',
    async (name) => {
      const room = await worldARoom()
      const closings = new Map<number, string | undefined>()
      for (const event of readTranscript(name).filter(({ d }) => d === 'c2s'))
        closings.set(event.c, lastWords(room, event))
      const closed = readTranscript(name).filter(({ d, by }) => d === 'close' && by === 'server')
      expect([...closings.keys()]).toEqual(closed.map(({ c }) => c))
      for (const why of closings.values()) expect(why).toMatch(/packet|expected|1034/)
    },
  )
})

function layCorpse(files: Files, x: number, y: number): void {
  const map = files['map.bin']!
  const width = map[0]! + 256 * map[1]!
  map[4 + y * width + x]! |= 0x10
}

function recordedReplies(name: string): number {
  const streams = new Streams()
  const said = readTranscript(name).filter(({ d }) => d === 's2c')
  return said.reduce((sum, event) => sum + [...streams.frames(event)].length, 0)
}

/** The reason with which the framing or the room closes a new client that sends this. */
function lastWords(room: SoaprunRoom, event: RecordedEvent): string | undefined {
  const player = room.connect()
  player.expect('WLCM')
  try {
    for (const frame of new Streams().frames(event)) player.sendFrame(frame)
  } catch (error) {
    if (error instanceof WireError) return error.message
    throw error
  }
  return player.closed
}
