// Replays every recorded scenario on our world: the same requests at the same time get the same bytes. Intended
// differences are listed by file and line with the reason.
import { describe, expect, it } from 'vitest'
import { fromServer } from '../../../games/soaprun/packets.ts'
import { WireError } from '../../../wire/index.ts'
import { type Flds, type SoaprunRoom, worldARoom } from './fixture-room.ts'
import type { Files } from './fixture-world.ts'
import { type Outcome, replay, type Scenario, type Unlike } from './replay.ts'
import { type Event, readTranscript, Streams, transcriptNames } from './transcripts.ts'

interface Expected {
  /** Unit entries that match the recording only in the tick before or after. */
  readonly aTickOff: number
  /** Recorded replies that we do not send, because we close where the recorded server continued. */
  readonly lost?: number
}

const strangeColor: Unlike = {
  because: '[SR-4.11] a colour that no client has a picture for is not taken',
  mend: (flds) => ({
    ...flds,
    color: 1,
    players: flds.players.map((player) => ({ ...player, color: 1 })),
  }),
}

const shieldIsNew: Unlike = {
  because:
    '[SR-5.7] a shield that the goal sends home is a new one, or those who saw it taken never see it again',
  mend: (flds) => ({
    ...flds,
    units: flds.units.map((unit) => (unit.index === 8 ? { ...unit, generation: 1 } : unit)),
  }),
}

const closes = (why: RegExp): Unlike => ({
  because: '[SR-2.7] a frame that is not what its type says ends the connection',
  closes: why,
})

const noCorpse: Unlike = {
  because: '[SR-6.3] only the dead leave corpses',
  mend: (flds) => ({ ...flds, tiles: [] }),
}

/** The recorded server's tick length and first tick were not recorded; these values fit best. */
const scenarios: readonly (Scenario & Expected)[] = [
  { name: 'pixel-A-handshake_idle', tickMs: 134.5, firstTick: -1246, aTickOff: 0 },
  { name: 'pixel-A-pipelined', tickMs: 134.5, firstTick: -1000, aTickOff: 0 },
  { name: 'pixel-A-walk_cross_room', tickMs: 133.5, firstTick: -1392, aTickOff: 0 },
  {
    name: 'pixel-A-colors',
    tickMs: 134.5,
    firstTick: -1114,
    aTickOff: 0,
    unlike: { 33: strangeColor, 35: strangeColor, 37: strangeColor },
  },
  { name: 'pixel-A-goal_bye', tickMs: 134.5, firstTick: -1380, aTickOff: 0 },
  { name: 'pixel-A-closer_death_corpse', tickMs: 133.5, firstTick: -1284, aTickOff: 0 },
  { name: 'pixel-A-crawl_attack', tickMs: 134.75, firstTick: -984, aTickOff: 0 },
  { name: 'pixel-A-cross_cycle', tickMs: 135.25, firstTick: -1368, aTickOff: 5 },
  { name: 'pixel-A-gate_three', tickMs: 133.25, firstTick: -1288, aTickOff: 0 },
  {
    name: 'pixel-A-shield_goal',
    tickMs: 133.75,
    firstTick: -1384,
    aTickOff: 1,
    unlike: {
      37: shieldIsNew,
      39: shieldIsNew,
      41: shieldIsNew,
      43: shieldIsNew,
      45: shieldIsNew,
      47: shieldIsNew,
    },
  },
  {
    name: 'pixel-A-sword_kill_crown',
    tickMs: 134.75,
    firstTick: -1364,
    aTickOff: 5,
    // [SR-5.6] The script killed from four tiles away, which is otherwise refused.
    options: { maxHitTiles: 0 },
  },
  {
    name: 'pixel-A-snail_eats',
    tickMs: 136.25,
    firstTick: -956,
    aTickOff: 2,
    // [SR-6.3] Living players placed its corpses; here they exist from the start.
    map: (files) => {
      layCorpse(files, 30, 39)
      layCorpse(files, 28, 39)
    },
    unlike: {
      23: {
        because: 'the recorded machine stood still for 463 ms, and its units with it',
        mend: (flds) => ({
          ...flds,
          units: flds.units.map((unit) =>
            unit.index === 15 ? { ...unit, nodes: [{ x: 26, y: 22 }] } : unit,
          ),
        }),
      },
      56: noCorpse,
    },
  },
  {
    name: 'pixel-A-malformed_bodies',
    tickMs: 134.5,
    firstTick: -1290,
    aTickOff: 0,
    lost: 8,
    unlike: {
      14: closes(/^myPo\.nodes/),
      46: closes(/^Room\.y/),
      62: closes(/^Prtc\.version/),
      78: closes(/^Test\.data/),
      112: noCorpse,
    },
  },
]

describe('recorded conversations, played again', () => {
  it('are complete: recordings not in the list have their own tests below', () => {
    const apart = ['pixel-A-idle_timeout', 'pixel-A-malformed']
    const names = [...scenarios.map(({ name }) => name), ...apart]
    expect(names.sort()).toEqual(transcriptNames().filter((name) => name.startsWith('pixel-')))
  })

  it.each(scenarios)('$name gets the recorded bytes, units within a tick', async (scenario) => {
    const { name, aTickOff, lost = 0 } = scenario
    const outcome = await replay(scenario)
    expect(outcome).toEqual({ replies: recordedReplies(name) - lost, aTickOff, faults: [] } satisfies Outcome)
  })

  it('fail in a world with ticks 3% longer', async () => {
    const scenario = scenarios.find(({ name }) => name === 'pixel-A-cross_cycle')!
    const { faults } = await replay({ ...scenario, tickMs: scenario.tickMs * 1.03 })
    expect(faults).not.toEqual([])
  })

  it('[SR-5.6] pixel-A-sword_kill_crown: by default a kill from four tiles away is refused', async () => {
    const scenario = scenarios.find(({ name }) => name === 'pixel-A-sword_kill_crown')!
    const { faults } = await replay({ ...scenario, options: {} })
    expect(faults.filter((fault) => fault.includes('"items":1') && fault.includes('"items":2'))).not.toEqual(
      [],
    )
  })

  it('[SR-2.3] pixel-A-idle_timeout: a client silent for 60 s is closed; the recorded server took 62 s', async () => {
    const room = await worldARoom()
    const silent = room.connect()
    silent.expect('WLCM')
    silent.ask({ type: 'Prtc', version: 432 }, 'Prtc')
    room.pass(59_000)
    expect(silent.closed).toBeUndefined()
    room.pass(7_000)
    expect(silent.closed).toBe('idle for too long')
    const [greeted, closed] = readTranscript('pixel-A-idle_timeout').events.slice(1)
    expect([greeted?.type, closed?.by]).toEqual(['WLCM', 'server'])
    expect(closed!.t - greeted!.t).toBeCloseTo(62_000, -3)
  })

  it.each(['pixel-A-malformed', 'sd-A-malformed'])(
    '[SR-2.7] %s: every connection is closed where the recorded server closed it',
    async (name) => {
      const room = await worldARoom()
      const closings = new Map<number, string | undefined>()
      for (const event of readTranscript(name).events.filter(({ d }) => d === 'c2s'))
        closings.set(event.c, lastWords(room, event))
      const closed = readTranscript(name).events.filter(({ d, by }) => d === 'close' && by === 'server')
      expect([...closings.keys()]).toEqual(closed.map(({ c }) => c))
      for (const why of closings.values()) expect(why).toMatch(/packet|expected|1034/)
    },
  )

  it('[SR-2.8] sd-A-quota: after 63 players the next client gets OVER', async () => {
    const room = await worldARoom({ options: { maxPacketsPerSecond: 0 } })
    const players = new Map<number, ReturnType<typeof room.connect>>()
    const answers: string[] = []
    for (const event of readTranscript('sd-A-quota').events) {
      if (event.d === 'open') players.set(event.c, room.connect())
      if (event.d !== 'c2s') continue
      const player = players.get(event.c)!
      player.expect('WLCM')
      for (const frame of new Streams().frames(event)) player.sendFrame(frame)
      answers.push(player.next()!.type)
      if (answers.length === 64) expect(player.closed).toBe('full')
    }
    expect(answers).toEqual([...Array(63).fill('Prtc'), 'OVER'])
    const late = room.connect()
    late.expect('OVER')
    expect(late.closed).toBe('full')
  })
})

describe('recorded timing', () => {
  it('[SR-5.17] a cross turns every 33 ticks, 4.4 s', () => {
    const turns = changes('pixel-A-cross_cycle', 0, 10, ({ param }) => param).slice(1)
    expect(turns.map(({ to }) => to)).toEqual([2, 3, 0, 1, 2, 3])
    for (const [i, turn] of turns.slice(1).entries()) expectTicks(turns[i]!, turn, 33, 33)
  })

  it('[SR-5.5] a Closer killed lies for 36 ticks, and acts in the 25th after: 8.1 s', () => {
    const lives = changes(
      'pixel-A-sword_kill_crown',
      0,
      13,
      ({ generation, status }) => generation * 10 + status,
    )
    const [, up, killed, home, upAgain] = lives
    expect([up?.to, killed?.to, home?.to, upAgain?.to]).toEqual([1, 2, 10, 11])
    expectTicks(killed!, home!, 35, 36)
    expectTicks(killed!, upAgain!, 60, 61)
  })

  it('[SR-5.16] a gate opens within 7 ticks, 0.93 s, of the third player who stands on a switch', () => {
    const [, open, closed] = changes('pixel-A-gate_three', 0, 9, ({ param }) => param)
    const { events } = readTranscript('pixel-A-gate_three')
    const noted = (text: string) => events.find(({ note }) => note === text)!.t
    expect([open?.to, closed?.to]).toEqual([0, 1])
    expect(open!.after).toBeGreaterThan(noted('on switch 1'))
    expect(open!.after - noted('on switch 2')).toBeLessThan(7 * longestTick)
    expect(closed!.before - noted('leave')).toBeLessThan(7 * longestTick)
  })
})

function layCorpse(files: Files, x: number, y: number): void {
  const map = files['map.bin']!
  const width = map[0]! + 256 * map[1]!
  map[4 + y * width + x]! |= 0x10
}

function recordedReplies(name: string): number {
  const streams = new Streams()
  const said = readTranscript(name).events.filter(({ d }) => d === 's2c')
  return said.reduce((sum, event) => sum + [...streams.frames(event)].length, 0)
}

/** The close reason for a new client that sends this: from the framing, or from the room. */
function lastWords(room: SoaprunRoom, event: Event): string | undefined {
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

/** A state seen at `after` that differs from `before`, in milliseconds of the recording. */
interface Change {
  readonly before: number
  readonly after: number
  readonly to: number
}

const shortestTick = 133
const longestTick = 136.5

/** The minimum and maximum number of ticks between two changes, as far as observations allow. */
function expectTicks(first: Change, second: Change, least: number, most: number): void {
  expect(second.after - first.before).toBeGreaterThanOrEqual(least * shortestTick)
  expect(second.before - first.after).toBeLessThanOrEqual(most * longestTick)
}

/** The changes of a unit as one client saw them. The first one is its first sighting. */
function changes(
  name: string,
  client: number,
  unit: number,
  of: (entry: Flds['units'][number]) => number,
): Change[] {
  const seen: Change[] = []
  const streams = new Streams()
  let before = Number.NEGATIVE_INFINITY
  for (const event of readTranscript(name).events) {
    if (event.d !== 's2c' || event.c !== client) continue
    for (const frame of streams.frames(event)) {
      const packet = fromServer.decode(frame)
      if (packet.type !== 'Flds') continue
      const entry = packet.units.find(({ index }) => index === unit)
      if (entry && of(entry) !== seen.at(-1)?.to) seen.push({ before, after: event.t, to: of(entry) })
      before = event.t
    }
  }
  return seen
}
