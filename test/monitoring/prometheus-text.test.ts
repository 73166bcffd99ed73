// The figures of the site as Prometheus and people read them: nothing in them ends a line, and ten thousand rooms are
// some thousands of lines.
import { describe, expect, it } from 'vitest'
import type { RoomMetrics } from '../../durable-objects/model/room-metrics.ts'
import type { SiteStats, RoomStats } from '../../durable-objects/model/site-stats.ts'
import type { Game } from '../../games/game.ts'
import { formatMetrics } from '../../workers/monitoring/prometheus-text.ts'
import { toMetricsInput, siteMetrics } from '../../workers/monitoring/metrics.ts'
import { toSiteStatus, unreachableStatus } from '../../workers/monitoring/site-status.ts'
import type { SiteHealth } from '../../workers/monitoring/site-health.ts'
import { tally } from '../fixtures/tally-game/index.ts'

const at = Date.parse('2026-11-23T00:00:00.000Z')
const figures: RoomMetrics = {
  ...{ since: at - 60_000, turns: 100, turnMs: 250, steps: 9000, faults: 1, overruns: 2 },
  ...{ commits: 30, rowsRead: 4, rowsWritten: 31, outputBytes: 5000 },
}
const room = (name: string, change: Partial<RoomStats> = {}): RoomStats => ({
  ...{ game: 'tally', room: name, status: 'open', players: 0, capacity: 7, ticks: true },
  ...change,
})
const site = (rooms: readonly RoomStats[], change: Partial<SiteHealth> = {}): SiteHealth => ({
  at,
  survey: {
    sums: [{ game: 'tally', status: 'open', rooms: rooms.length, players: 3 }],
    rooms,
    more: false,
    sidecars: [],
  } satisfies SiteStats,
  directoryMs: 4,
  pings: [],
  ...change,
})
const lines = (surveyed: SiteHealth) =>
  formatMetrics(siteMetrics, toMetricsInput(surveyed, '1.2.3'))
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

describe('the text', () => {
  it('keeps what is in a label from ending it, its line, or the help', () => {
    const hostile = 'a"} 1\nevil_total{b="\\'
    const text = formatMetrics(
      [{ name: 'm', type: 'gauge', help: 'Of\nall', labels: ['who'], samples: () => [[[hostile], 1]] }],
      undefined,
    )
    expect(text).toBe('# HELP m Of all\n# TYPE m gauge\nm{who="a\\"} 1\\nevil_total{b=\\"\\\\"} 1\n')
  })

  it('has of each room what its instance did, as it says itself or else as it last told the Directory', () => {
    const told = room('told', { figures: { ...figures, turns: 7 } })
    const asked = room('asked', { players: 3, figures: { ...figures, turns: 8 } })
    const text = lines(site([asked, told], { pings: [{ name: 'tally/asked', milliseconds: 12, figures }] }))
    expect(text).toContain('packetboat_room_turns_total{game="tally",room="asked"} 100')
    expect(text).toContain('packetboat_room_turns_total{game="tally",room="told"} 7')
    expect(text).toContain('packetboat_room_turn_seconds_total{game="tally",room="asked"} 0.25')
    expect(text).toContain('packetboat_room_answer_seconds{game="tally",room="asked"} 0.012')
    expect(text).toContain('packetboat_room_players{game="tally",room="asked"} 3')
    expect(text).toContain('packetboat_info{version="1.2.3"} 1')
  })

  it('of ten thousand rooms tells a thousand one by one, and sums up the others', () => {
    const text = lines(site(Array.from({ length: 10_000 }, (_, i) => room(`room-${i}`))))
    expect(text).toContain('packetboat_rooms{game="tally",status="open"} 10000')
    expect(text).toContain('packetboat_rooms_summed 9000')
    expect(text.length).toBeLessThan(4000)
  })
})

describe('the status', () => {
  const games = [tally as Game]

  it('is well when nothing is in trouble, and says how fast those answer that are awake', () => {
    const answers = [30, 10, 20].map((milliseconds) => ({ name: 'tally/a', milliseconds, figures }))
    const status = toSiteStatus(games, site([room('a', { players: 3 })], { pings }), '1.2.3')
    expect(status).toMatchObject({ ok: true, version: '1.2.3', trouble: [] })
    expect(status.objects).toEqual({ asked: 3, silent: 0, median: 20, slowest: 30 })
    expect(status.games).toEqual([
      { game: 'tally', title: tally.title, open: 1, closed: 0, unopened: 0, players: 3 },
    ])
  })

  it('says what is in trouble and since when: rooms that fail, are damaged or silent, sidecars that are away', () => {
    const since = '2026-11-22T20:00:00.000Z'
    const rooms = [
      room('stuck', { trouble: { what: 'tick', since } }),
      room('torn', { status: 'damaged', said: at - 1000 }),
      room('mute', { players: 1 }),
    ]
    const gone = { id: 'east', since: at - 5000, heard: at - 6000, rooms: 0 }
    const surveyed = site(rooms, { pings: [{ name: 'tally/mute', milliseconds: 2000 }] })
    const status = toSiteStatus(games, { ...surveyed, survey: { ...surveyed.survey, sidecars: [gone] } }, '1.2.3')
    expect(status.ok).toBe(false)
    expect(status.trouble).toEqual([
      { who: 'tally/stuck', what: 'its time stands still', since },
      { who: 'tally/torn', what: 'its records cannot be read', since: '2026-11-22T23:59:59.000Z' },
      { who: 'tally/mute', what: 'it does not answer', since: '2026-11-23T00:00:00.000Z' },
      { who: 'east', what: 'this sidecar is away', since: '2026-11-22T23:59:55.000Z' },
    ])
    expect(status.sidecars).toEqual([
      expect.objectContaining({ sidecar: 'east', connected: false, lastWord: '2026-11-22T23:59:54.000Z' }),
    ])
  })

  it('says first that the disk is full', () => {
    const status = toSiteStatus(games, site([room('a')], { diskFull: true }), '1.2.3')
    expect(status).toMatchObject({
      ok: false,
      trouble: [{ who: 'site', what: 'nothing can be stored: the disk is full' }],
    })
  })

  it('without a Directory says that, and no more', () => {
    expect(unreachableStatus(at, '1.2.3')).toMatchObject({ ok: false, directory: { ok: false }, games: [] })
    expect(unreachableStatus(at, '1.2.3', true).trouble.map(({ who }) => who)).toEqual(['site', 'directory'])
  })
})
