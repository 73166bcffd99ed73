import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandDirection } from '../../../../../games/crossfire/browser/client/state/commands.ts'
import type { Cell } from '../../../../../games/crossfire/browser/client/state/map.ts'
import { actions } from '../../../../../games/crossfire/browser/input/actions.ts'
import { createGameInput } from '../../../../../games/crossfire/browser/input/keyboard.ts'
import { findPath } from '../../../../../games/crossfire/browser/input/path-finding.ts'
import { createTapWalker, walkingCost } from '../../../../../games/crossfire/browser/input/tap-walking.ts'
import { directionOfOffset, HeldWalking } from '../../../../../games/crossfire/browser/input/walking.ts'
import { fakeDocument } from '../../../../browser-unit/fake-document.ts'
import { Town } from '../../harness/room-harness.ts'
import { openPlayingClient } from '../browser-client-harness.ts'

describe('key bindings', () => {
  it('each key has one action, and the default keys are arrow keys, wasd, hjkl and digits', () => {
    const keys = Object.values(actions).flatMap((action) => action.keys)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(actions.north.keys).toEqual(['ArrowUp', 'w', 'k', '8'])
    expect(actions['fire west'].keys).toContain('Shift+h')
    expect(actions['run southeast'].keys).toContain('Ctrl+PageDown')
    expect([actions.apply.keys, actions.take.keys]).toEqual([['e', 'Space'], [',']])
  })

  it('keys map to commands or to actions that last while the key is held', () => {
    expect(actions.northwest.held).toEqual({ act: 'walk', direction: 8 })
    expect(actions['run east'].held).toEqual({ act: 'run', direction: 3 })
    expect(actions['fire ahead'].held).toEqual({ act: 'fire', direction: 0 })
    expect([actions.apply.held, actions['next range'].held]).toEqual([undefined, undefined])
    expect([actions.stay, actions['next range'], actions.say].map(({ command }) => command)).toEqual([
      ...['stay', 'rotateshoottype', undefined],
    ])
  })
})

describe('macros', () => {
  it('a macro runs once while its key is held; macros are loaded again after a reconnection, but not after a change of weight', async () => {
    const page = fakeDocument()
    const browser = await openPlayingClient(await Town.open(), 'Ann')
    const { client, sent } = browser
    const input = createGameInput(client, { onBrowserAction() {}, onCountChanged() {} })
    const macros = [{ name: 'twice', key: 'z', text: 'search; search' }]
    input.macros = macros
    sent.length = 0
    for (const repeat of [false, true, true])
      page.dispatchEvent(Object.assign(new Event('keydown'), { key: 'z', code: 'KeyZ', repeat }))
    expect(sent.filter((packet) => packet.endsWith('search'))).toHaveLength(2)
    client.items.onItemChange({ tag: client.items.player!.tag, weight: 70_000 } as never)
    expect(input.macros).toBe(macros)
    await browser.reconnected()
    expect(input.macros).toEqual([])
  })
})

describe('held keys', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function walking() {
    const said: string[] = []
    const commands = {
      step: (way: CommandDirection) => said.push(`step ${way}`),
      resend: (text: string) => said.push(`again ${text}`) > 0,
      hold: (act: string, way: CommandDirection) => said.push(`${act} ${way}`),
      stop: () => said.push('stop'),
    }
    return { said, walking: new HeldWalking(commands as never) }
  }

  it('a held key steps at once, repeats after a delay, and stops when it is released', () => {
    const { said, walking: one } = walking()
    one.hold('walk', 3)
    one.release('walk', 3)
    vi.advanceTimersByTime(1000)
    expect(said).toEqual(['step 3'])
    one.hold('walk', 3)
    vi.advanceTimersByTime(220)
    one.release('walk', 3)
    vi.advanceTimersByTime(1000)
    expect(said.slice(1)).toEqual(['step 3', 'again east', 'again east'])
  })

  it('two held keys walk diagonally', () => {
    const { said, walking: one } = walking()
    one.hold('walk', 1)
    one.hold('walk', 3)
    one.release('walk', 1)
    vi.advanceTimersByTime(181)
    expect(said).toEqual(['step 1', 'step 2', 'again east'])
    expect([directionOfOffset(-3, 0), directionOfOffset(0, 0), directionOfOffset(9, 1)]).toEqual([7, 0, 4])
  })

  it('[CF-9.9] run and fire continue until their key is released', () => {
    const { said, walking: one } = walking()
    one.hold('run', 5)
    one.hold('run', 5)
    one.release('run', 5)
    one.hold('fire', 0)
    one.stop()
    expect(said).toEqual(['run 5', 'stop', 'fire 0', 'stop'])
  })
})

describe('path finding', () => {
  const map = ['......', '.####.', '....#.', '.##.#.', '......']
  const cost = ({ x, y }: { x: number; y: number }) => (map[y]?.[x] === '.' ? 1 : undefined)

  it('finds the shortest way around walls', () => {
    expect(findPath({ x: 0, y: 0 }, { x: 3, y: 0 }, cost)).toEqual([3, 3, 3])
    const ways = findPath({ x: 2, y: 2 }, { x: 5, y: 2 }, cost)
    expect(ways).toEqual([4, 4, 2, 2].map(() => expect.any(Number)))
    expect(findPath({ x: 0, y: 0 }, { x: 0, y: 0 }, cost)).toEqual([])
  })

  it('a path may end at a blocked cell, and an unreachable cell has no path', () => {
    expect(findPath({ x: 0, y: 0 }, { x: 1, y: 1 }, cost)).toEqual([4])
    expect(findPath({ x: 0, y: 0 }, { x: 40, y: 40 }, cost)).toBeUndefined()
  })

  it('[CF-5.6] avoids walls and water, allows doors, and prefers cells without fixtures', () => {
    const cell = (...faces: (number | undefined)[]): Cell => ({
      layers: Array.from({ length: 10 }, (_, layer) => {
        const face = faces[layer]
        return face === undefined ? undefined : { face }
      }),
      ...{ light: 255, labels: [], remembered: false },
    })
    const names = ['', 'grass.111', 'water.111', 'wall.111', 'door_closed.111', 'tree.111']
    const of = (...faces: (number | undefined)[]) => walkingCost(cell(...faces), (face) => names[face] ?? '')
    expect([of(1), of(2), of(1, undefined, 3), of(1, undefined, 4)]).toEqual([1, undefined, undefined, 1])
    expect(of(1, undefined, undefined, 5)).toBeGreaterThan(1)
    expect(of()).toBeUndefined()
  })
})

describe('tapping the map', () => {
  it('[CF-12.6] a tap makes the player walk to the tapped cell step by step; a tap on an unreachable cell does nothing', async () => {
    const browser = await openPlayingClient(await Town.open(), 'Ann', 'human')
    const taps = createTapWalker(browser.client)
    const { map } = browser.client
    const from = { x: map.x, y: map.y }
    taps.walk(3, 2)
    for (let ms = 0; taps.walks && ms < 10_000; ms += 40) browser.pass(40)
    expect({ x: map.x - from.x, y: map.y - from.y }).toEqual({ x: 3, y: 2 })
    taps.walk(200, 0)
    expect(taps.walks).toBe(false)
  })
})
