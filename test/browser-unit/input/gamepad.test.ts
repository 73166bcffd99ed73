import { afterEach, expect, test, vi } from 'vitest'
import { GamepadInput } from '../../../browser/input/gamepad.ts'

afterEach(() => vi.unstubAllGlobals())

test('buttons and the stick press actions while held, and a disconnected gamepad releases all actions', () => {
  const done: string[] = []
  const presses = {
    press: (act: string) => done.push(`+${act}`),
    release: (act: string) => done.push(`-${act}`),
  }
  const stick = { left: 'west', right: 'east', up: 'north', down: 'south' }
  const gamepads = new GamepadInput(presses, { buttons: { 0: 'fire', 12: 'north' }, stick })
  const look = (pressed: readonly number[], axes: readonly number[]) => {
    const buttons = Array.from({ length: 17 }, (_, n) => ({ pressed: pressed.includes(n) }))
    // The browser's list of gamepads has a gap where a gamepad was disconnected.
    vi.stubGlobal('navigator', { getGamepads: () => [null, { buttons, axes }] })
    gamepads.poll()
    return done.splice(0)
  }
  expect(look([0], [0, 0])).toEqual(['+fire'])
  expect(look([0], [0.4, -0.9])).toEqual(['+north'])
  // The D-pad now points in the stick's direction, north, so north stays held.
  expect(look([12], [0, 0])).toEqual(['-fire'])
  expect(look([7], [-1, 1])).toEqual(['-north', '+west', '+south'])
  vi.stubGlobal('navigator', { getGamepads: () => [null, null] })
  gamepads.poll()
  expect(done.splice(0)).toEqual(['-west', '-south'])
  // Firefox before version 124 has no gamepads on pages without TLS.
  vi.stubGlobal('navigator', {})
  gamepads.poll()
  expect(done).toEqual([])
})
