// [DM-9.21] Volume and stereo position of sounds, and their maximum number.
import { describe, expect, it } from 'vitest'
import { VoiceLimiter } from '../../../../../browser/audio/voice-limiter.ts'
import { maxVoices, panOf, volumeAt } from '../../../../../games/doom-2077/browser/ui/positional-sound.ts'

describe('[DM-9.21] sounds', () => {
  it('are panned to their side, more so the farther they are from straight ahead', () => {
    const east = { x: 0, y: 0, angle: 0 }
    expect([panOf(east, { x: 500, y: 0 }), panOf(east, { x: -500, y: 0 })].map(Math.abs)).toEqual([0, 0])
    expect(panOf(east, { x: 0, y: -500 })).toBeCloseTo(0.9)
    expect(panOf(east, { x: 0, y: 500 })).toBeCloseTo(-0.9)
    expect(panOf(east, { x: 500, y: -500 })).toBeCloseTo(0.9 * Math.SQRT1_2)
    // Angles are clockwise. For a listener who faces south, west is to the right.
    expect(panOf({ x: 0, y: 0, angle: 90 }, { x: -500, y: 0 })).toBeCloseTo(0.9)
    expect(Math.abs(panOf(east, { x: 0, y: 3 }))).toBeLessThan(0.1)
  })

  it('are loudest within 64 units and silent beyond 1,024 units', () => {
    expect([volumeAt(0), volumeAt(64), volumeAt(1024), volumeAt(5000)]).toEqual([1, 1, 0, 0])
    expect(volumeAt(300)).toBeGreaterThan(volumeAt(400))
  })

  it('are limited to sixteen at once: a new sound replaces the faintest, or is skipped if it is fainter', () => {
    const voices = new VoiceLimiter(maxVoices)
    const stopped: number[] = []
    const sound = (part: number) => ({ part, stop: () => stopped.push(part) })
    const first = Array.from({ length: 16 }, (_, n) => sound((n + 1) / 20))
    expect(first.every((voice) => voices.start(voice))).toBe(true)
    expect([voices.start(sound(0.04)), voices.count, stopped]).toEqual([false, 16, []])
    expect([voices.start(sound(0.5)), voices.count, stopped]).toEqual([true, 16, [0.05]])
    voices.end(first[9]!)
    expect([voices.start(sound(0.01)), voices.count, stopped]).toEqual([true, 16, [0.05]])
  })
})
