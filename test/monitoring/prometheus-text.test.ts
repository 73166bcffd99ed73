// The site's metrics for Prometheus and its status for people: labels are escaped, and ten thousand rooms take about a
// thousand lines.
import { describe, expect, it } from 'vitest'
import { troubleDescriptions } from '../../durable-objects/model/backoff.ts'
import type { RoomMetrics } from '../../durable-objects/model/room-metrics.ts'
import type { RoomStats, SiteStats } from '../../durable-objects/model/site-stats.ts'
import type { Game } from '../../games/game.ts'
import { siteMetrics, toMetricsInput } from '../../workers/monitoring/metrics.ts'
import { formatMetrics } from '../../workers/monitoring/prometheus-text.ts'
import type { SiteHealth } from '../../workers/monitoring/site-health.ts'
import { toSiteStatus, unreachableStatus } from '../../workers/monitoring/site-status.ts'
import { tally } from '../fixtures/tally-game/index.ts'

const at = Date.parse('2026-11-23T00:00:00.000Z')
const metrics: RoomMetrics = {
  ...{ since: at - 60_000, turns: 100, turnMs: 250, steps: 9000, faults: 1, overruns: 2 },
  ...{ commits: 30, rowsRead: 4, rowsWritten: 31, outputBytes: 5000 },
}
const room = (name: string, change: Partial<RoomStats> = {}): RoomStats => ({
  ...{ game: 'tally', room: name, status: 'open', players: 0, capacity: 7, ticks: true },
  ...change,
})
const site = (rooms: readonly RoomStats[], change: Partial<SiteHealth> = {}): SiteHealth => ({
  at,
  stats: {
    sums: [{ game: 'tally', status: 'open', rooms: rooms.length, players: 3 }],
    rooms,
    more: false,
    sidecars: [],
  } satisfies SiteStats,
  directoryMs: 4,
  pings: [],
  ...change,
})
const lines = (health: SiteHealth) =>
  formatMetrics(siteMetrics, toMetricsInput(health, '1.2.3'))
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

describe('the metrics text', () => {
  it('escapes labels and help', () => {
    const hostile = 'a"} 1\nevil_total{b="\\'
    const text = formatMetrics(
      [{ name: 'm', type: 'gauge', help: 'Of\nall', labels: ['who'], samples: () => [[[hostile], 1]] }],
      undefined,
    )
    expect(text).toBe('# HELP m Of all\n# TYPE m gauge\nm{who="a\\"} 1\\nevil_total{b=\\"\\\\"} 1\n')
  })

  it('has the metrics of each room from the room’s answer, or from the last announcement if the room does not answer', () => {
    const announced = room('announced', { figures: { ...metrics, turns: 7 } })
    const asked = room('asked', { players: 3, figures: { ...metrics, turns: 8 } })
    const text = lines(
      site([asked, announced], { pings: [{ name: 'tally/asked', milliseconds: 12, metrics }] }),
    )
    expect(text).toContain('packetboat_room_turns_total{game="tally",room="asked"} 100')
    expect(text).toContain('packetboat_room_turns_total{game="tally",room="announced"} 7')
    expect(text).toContain('packetboat_room_turn_seconds_total{game="tally",room="asked"} 0.25')
    expect(text).toContain('packetboat_room_answer_seconds{game="tally",room="asked"} 0.012')
    expect(text).toContain('packetboat_room_players{game="tally",room="asked"} 3')
    expect(text).toContain('packetboat_info{version="1.2.3"} 1')
  })

  it('lists at most a thousand rooms and sums up the others', () => {
    const text = lines(site(Array.from({ length: 10_000 }, (_, i) => room(`room-${i}`))))
    expect(text).toContain('packetboat_rooms{game="tally",status="open"} 10000')
    expect(text).toContain('packetboat_rooms_summed 9000')
    expect(text.length).toBeLessThan(4000)
  })
})

describe('the status', () => {
  const games = [tally as Game]

  it('is ok without problems, and has the response times of active rooms', () => {
    const pings = [30, 10, 20].map((milliseconds) => ({ name: 'tally/a', milliseconds, metrics }))
    const status = toSiteStatus(games, site([room('a', { players: 3 })], { pings }), '1.2.3')
    expect(status).toMatchObject({ ok: true, version: '1.2.3', trouble: [] })
    expect(status.objects).toEqual({ asked: 3, silent: 0, median: 20, slowest: 30 })
    expect(status.games).toEqual([
      { game: 'tally', title: tally.title, open: 1, closed: 0, unopened: 0, players: 3 },
    ])
  })

  it('lists each problem with its start time: failing, damaged and silent rooms, and disconnected sidecars', () => {
    const since = '2026-11-22T20:00:00.000Z'
    const rooms = [
      room('stuck', { trouble: { what: 'tick', since } }),
      room('torn', { status: 'damaged', announcedAt: at - 1000 }),
      room('mute', { players: 1 }),
    ]
    const gone = { id: 'east', since: at - 5000, heard: at - 6000, rooms: 0 }
    const health = site(rooms, { pings: [{ name: 'tally/mute', milliseconds: 2000 }] })
    const status = toSiteStatus(games, { ...health, stats: { ...health.stats, sidecars: [gone] } }, '1.2.3')
    expect(status.ok).toBe(false)
    expect(status.trouble).toEqual([
      { who: 'tally/stuck', what: troubleDescriptions.tick, since },
      {
        who: 'tally/torn',
        what: 'the records of the room cannot be read',
        since: '2026-11-22T23:59:59.000Z',
      },
      { who: 'tally/mute', what: 'the room does not respond', since: '2026-11-23T00:00:00.000Z' },
      { who: 'east', what: 'the sidecar is disconnected', since: '2026-11-22T23:59:55.000Z' },
    ])
    expect(status.sidecars).toEqual([
      expect.objectContaining({ sidecar: 'east', connected: false, lastWord: '2026-11-22T23:59:54.000Z' }),
    ])
  })

  it('lists a full disk first', () => {
    const status = toSiteStatus(games, site([room('a')], { diskFull: true }), '1.2.3')
    expect(status).toMatchObject({
      ok: false,
      trouble: [{ who: 'site', what: troubleDescriptions.space }],
    })
  })

  it('reports that the Directory does not answer, and then lists no games', () => {
    expect(unreachableStatus(at, '1.2.3')).toMatchObject({ ok: false, directory: { ok: false }, games: [] })
    expect(unreachableStatus(at, '1.2.3', true).trouble.map(({ who }) => who)).toEqual(['site', 'directory'])
  })
})
