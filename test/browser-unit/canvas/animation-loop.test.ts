import { expect, onTestFinished, test, vi } from 'vitest'
import { AnimationLoop, FixedTimestep } from '../../../browser/canvas/animation-loop.ts'

test('the animation loop draws while something is visible, and continues after an exception in a frame', () => {
  let next: ((now: number) => void) | undefined
  vi.stubGlobal('document', { hidden: false, addEventListener() {} })
  vi.stubGlobal('requestAnimationFrame', (frame: (now: number) => void) => {
    next = frame
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const frame = (now: number) => {
    const due = next
    next = undefined
    due?.(now)
  }
  const drawn: number[] = []
  const frames = new AnimationLoop((now) => {
    if (now === 2) throw new Error('as this test wants')
    drawn.push(now)
    return now < 3
  })
  frames.requestFrame()
  frame(1)
  expect(() => frame(2)).toThrow('as this test wants')
  frame(3)
  frame(4)
  expect(drawn).toEqual([1, 3])
})

test('at any frame rate, fixed time steps follow the clock up to a maximum number of steps per frame', () => {
  const steps = new FixedTimestep(17, 60)
  expect([0, 10, 17, 40, 51].map((now) => steps.due(now))).toEqual([0, 0, 1, 1, 1])
  expect(steps.due(51 + 17 * 60)).toBe(60)
  expect(steps.due(100_000)).toBe(60)
  expect(steps.due(100_016)).toBe(0)
  expect(steps.due(100_017)).toBe(1)
})
