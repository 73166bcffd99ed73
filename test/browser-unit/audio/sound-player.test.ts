import { expect, test, vi } from 'vitest'
import { SoundPlayer } from '../../../browser/audio/sound-player.ts'
import { tonesOf } from '../../../browser/audio/tones.ts'
import { fakeDocument } from '../fake-document.ts'

test('a tune plays its notes as tones of the given lengths', () => {
  const tune = { stepMs: 100, voices: [{ wave: 'square', volume: 0.2, notes: 'A4 - . C5 F#3' }] } as const
  expect(tonesOf(tune).map(({ from, ms, after }) => [Math.round(from), ms, after])).toEqual([
    [440, 200, 0],
    [523, 100, 300],
    [185, 100, 400],
  ])
  expect(() => tonesOf({ ...tune, voices: [{ wave: 'sine', volume: 1, notes: 'H2' }] })).toThrow(
    'no note: H2',
  )
})

test('on a touch screen sound starts when the first touch ends', () => {
  const page = fakeDocument()
  const contexts: { state: string }[] = []
  let isAccepted = false
  class FakeContext {
    state = 'suspended'
    constructor() {
      contexts.push(this)
    }
    resume(): void {
      if (isAccepted) this.state = 'running'
    }
  }
  class FakeGain {
    connect(): void {}
  }
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('GainNode', FakeGain)
  new SoundPlayer({}, {})
  page.dispatchEvent(new Event('pointerdown'))
  isAccepted = true
  page.dispatchEvent(new Event('pointerup'))
  expect(contexts.map(({ state }) => state)).toEqual(['running'])
})
