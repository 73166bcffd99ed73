// The film player: the messages that it passes to the view up to a time, its handling of gaps, and the windows of its
// scrub bar.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { FilmFeeder } from '../../browser/player/film/film-feeder.ts'
import type { FilmSource } from '../../browser/player/film/film-source.ts'
import { windowAt, windowsOf } from '../../browser/player/film/film-windows.ts'
import type { FilmSegment } from '../../wire/film/film-segment.ts'

/** A segment that begins with a snapshot and then has one change a second. */
function minute(start: number, seconds = 60): FilmSegment {
  const messages = Array.from({ length: seconds }, (_, n) => ({
    ...{ at: start + n * 1000, isSnapshot: n === 0 },
    message: JSON.stringify([n === 0 ? `all of ${start}` : `${start + n * 1000}`]),
  }))
  return { start, end: start + seconds * 1000, messages }
}

class Script {
  readonly lines: string[] = []
  reset(): void {
    this.lines.push('reset')
  }
  handlePacket(frames: readonly (string | Uint8Array)[], now: number): void {
    this.lines.push(`${JSON.parse(String(frames[0]))[0]} at ${now}`)
  }
}

function projector(segments: FilmSegment[]) {
  const source: FilmSource = {
    read: async () => ({ spans: [], marks: [] }),
    segmentAt: async (at) => segments.find(({ end }) => end > at),
  }
  const script = new Script()
  const feeder = new FilmFeeder(source, script, () => {})
  const advance = async (to: number) => {
    for (;;) {
      const progress = feeder.advance(to)
      if (progress !== 'waits') return progress
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
  return { feeder, script, advance }
}

describe('a film feeder', () => {
  it('starts at the snapshot and passes all messages up to the requested time to the view', async () => {
    const { feeder, script } = projector([minute(60_000)])
    expect(await feeder.seek(72_500)).toBe('shown')
    expect(feeder.position).toBe(72_500)
    expect(script.lines.slice(0, 3)).toEqual(['reset', 'all of 60000 at 60000', '61000 at 61000'])
    expect(script.lines.at(-1)).toBe('72000 at 72000')
  })

  it('plays into the next segment, or seeks to just after its start, without the snapshot of that segment', async () => {
    const { feeder, script, advance } = projector([minute(0), minute(60_000)])
    await feeder.seek(61_000)
    expect(script.lines.filter((line) => /reset|all/.test(line))).toEqual(['reset', 'all of 0 at 0'])
    const before = script.lines.length
    await feeder.seek(58_000)
    expect(await advance(63_000)).toBe('shown')
    expect(script.lines.slice(before).filter((line) => /reset|all/.test(line))).toEqual([
      'reset',
      'all of 0 at 0',
    ])
    expect(script.lines.at(-1)).toBe('63000 at 63000')
  })

  it('skips a gap and returns its start and end', async () => {
    const { feeder, script, advance } = projector([minute(0), minute(90_000)])
    await feeder.seek(59_000)
    expect(await advance(61_000)).toEqual({ from: 60_000, to: 90_000 })
    expect([feeder.position, script.lines.slice(-2)]).toEqual([90_000, ['reset', 'all of 90000 at 90000']])
    expect(await feeder.seek(70_000)).toEqual({ from: 70_000, to: 90_000 })
  })

  it('stops at the end of the film, and continues when the room has recorded more', async () => {
    const segments = [minute(0, 10)]
    const { feeder, script, advance } = projector(segments)
    expect(await feeder.seek(10_000)).toBe('shown')
    expect(await advance(12_000)).toBe('end')
    expect(feeder.position).toBe(10_000)
    segments[0] = minute(0, 20)
    expect(await advance(12_000)).toBe('shown')
    expect(script.lines.at(-1)).toBe('12000 at 12000')
    expect(script.lines.filter((line) => line === 'reset')).toHaveLength(1)
  })

  it('retries a failed fetch every two seconds, not at each frame', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let fetches = 0
    const segmentAt = async (at: number) => {
      if (at < 10_000) return minute(0, 10)
      fetches++
      throw new Error('offline')
    }
    const feeder = new FilmFeeder({ read: vi.fn(), segmentAt }, new Script(), () => {})
    await feeder.seek(9000)
    for (let frame = 0; frame < 600; frame++) {
      expect(feeder.advance(10_000)).toBe('waits')
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(fetches).toBe(3)
  })

  it('returns `end` immediately if the film has no segments', async () => {
    expect(await projector([]).feeder.seek(5)).toBe('end')
  })
})

describe('the parts of a scrub bar', () => {
  const hour = 3_600_000
  it('last at most an hour, list their gaps, and end at a long gap', () => {
    const windows = windowsOf([
      { start: 0, end: 60_000 },
      { start: 90_000, end: 2.5 * hour },
      { start: 3 * hour, end: 3 * hour + 60_000 },
    ])
    expect(windows).toEqual([
      { start: 0, end: hour, gaps: [{ start: 60_000, end: 90_000 }] },
      { start: hour, end: 2 * hour, gaps: [] },
      { start: 2 * hour, end: 2.5 * hour, gaps: [] },
      { start: 3 * hour, end: 3 * hour + 60_000, gaps: [] },
    ])
    expect([0, hour - 1, hour, 2.7 * hour, 4 * hour].map((at) => windowAt(windows, at).start / hour)).toEqual(
      [0, 0, 1, 2, 3],
    )
  })
})
