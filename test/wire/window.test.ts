// When output leaves, on simulated time.
import { expect, test } from 'vitest'
import { Window } from '../../wire/window.ts'
import { SimulatedClock } from '../simulated-clock.ts'

const ms = 4

/** A window, and the times in milliseconds from the beginning at which it let something out. */
function opened() {
  const clock = new SimulatedClock()
  const began = clock.now()
  const flushes: number[] = []
  const window: Window = new Window(clock, ms, () => {
    window.flushed()
    flushes.push(clock.now() - began)
  })
  return { clock, window, flushes }
}

test('lets output go at once when it was quiet, all of a moment together', () => {
  const { clock, window, flushes } = opened()
  window.touch()
  window.touch()
  expect(flushes).toEqual([])
  clock.settle()
  expect(flushes).toEqual([0])
})

test('holds what follows until the moment is over', () => {
  const { clock, window, flushes } = opened()
  window.touch()
  clock.pass(1)
  window.touch()
  clock.pass(2)
  expect(flushes).toEqual([0])
  clock.pass(10)
  expect(flushes).toEqual([0, ms])
})

test('lets go what it held when an answer came sooner, and holds nothing back after it', () => {
  const { clock, window, flushes } = opened()
  window.touch()
  clock.pass(1)
  window.touch()
  window.answered()
  clock.pass(1)
  expect(flushes).toEqual([0, 1])
  window.answered()
  window.touch()
  clock.pass(0)
  expect(flushes).toEqual([0, 1, 2])
  clock.pass(100)
  expect(flushes).toEqual([0, 1, 2])
})

test('an answer while nothing waits sends nothing', () => {
  const { clock, window, flushes } = opened()
  window.answered()
  clock.pass(100)
  expect(flushes).toEqual([])
})
