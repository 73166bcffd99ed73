import { connectedGamepads, GamepadInput } from '../../../../browser/input/gamepad.ts'
import { type ActionReceiver, KeyBindings, type KeyEvents } from '../../../../browser/input/keys.ts'
import { createTapButton, createTouchButton, createTouchPad } from '../../../../browser/input/touch.ts'
import { createElement } from '../../../../browser/ui/elements.ts'
import type { PlayerInput } from '../client/client.ts'

const actions = {
  ahead: { label: 'Ahead', keys: ['w', 'ArrowUp'] },
  back: { label: 'Back', keys: ['s', 'ArrowDown'] },
  left: { label: 'Step left', keys: ['a'] },
  right: { label: 'Step right', keys: ['d'] },
  turnLeft: { label: 'Turn left', keys: ['ArrowLeft'] },
  turnRight: { label: 'Turn right', keys: ['ArrowRight'] },
  fire: { label: 'Fire', keys: ['Space'] },
  use: { label: 'Open or use', keys: ['e'] },
  fill: { label: 'Reload', keys: ['r'] },
  fists: { label: 'Fists', keys: ['1'] },
  pistol: { label: 'Pistol', keys: ['2'] },
  chaingun: { label: 'Chaingun', keys: ['3'] },
  shotgun: { label: 'Shotgun', keys: ['4'] },
  next: { label: 'Next weapon', keys: ['q'] },
  say: { label: 'Chat', keys: ['Enter', 't'] },
  score: { label: 'Score', keys: ['Tab', 'c'] },
} as const
export type Action = keyof typeof actions

/** Degrees per second with keys or a stick, and degrees per pixel of mouse or finger movement. */
const turnRates = { keys: 150, stick: 210, mouse: 0.13, finger: 0.32 } as const
/** A stick nearer to its centre counts as released. */
const deadZone = 0.15
/** Directions of a touch pad, clockwise from the right. */
const padDirections = [
  'right',
  'back right',
  'back',
  'back left',
  'left',
  'ahead left',
  'ahead',
  'ahead right',
] as const

export class Controls {
  readonly keys: KeyBindings<Action>
  readonly #pads: GamepadInput<Action>
  #pendingTurn = 0
  #isMouseLocked = false
  #lastInputAt = 0

  /** @param screen the element whose click locks the mouse pointer */
  constructor(screen: HTMLElement, events: KeyEvents<Action> & { turnedWheel(by: 1 | -1): void }) {
    keepTabFocus(screen)
    this.keys = new KeyBindings<Action>('doom-2077', actions, events)
    this.#pads = new GamepadInput<Action>(this.keys, {
      buttons: {
        0: 'use',
        1: 'next',
        2: 'fill',
        3: 'score',
        5: 'next',
        7: 'fire',
        12: 'ahead',
        13: 'back',
        14: 'left',
        15: 'right',
      },
      stick: { left: 'left', right: 'right', up: 'ahead', down: 'back' },
    })
    this.#followMouse(screen)
    trackDrag(screen, (pixels) => (this.#pendingTurn += pixels * turnRates.finger))
    screen.addEventListener('wheel', (event) => {
      event.preventDefault()
      events.turnedWheel(event.deltaY > 0 ? 1 : -1)
    })
  }

  /** The turn angle covers the time since the last call. */
  input(now: number): PlayerInput {
    this.#pads.poll()
    const seconds = Math.min(0.1, (now - this.#lastInputAt) / 1000)
    this.#lastInputAt = now
    const held = (action: Action) => (this.keys.isHeld(action) ? 1 : 0)
    const byKeys = (held('turnRight') - held('turnLeft')) * turnRates.keys * seconds
    const turn = this.#pendingTurn + byKeys + rightStickX() * turnRates.stick * seconds
    this.#pendingTurn = 0
    return {
      forward: held('ahead') - held('back'),
      sideways: held('right') - held('left'),
      turn,
      isFiring: this.#isMouseLocked || held('fire') === 1,
    }
  }

  touch(openChat: () => void): HTMLElement {
    const buttons = createElement(
      'div.buttons',
      createTapButton('Chat', openChat),
      createTouchButton(this.keys, 'next', 'Gun'),
      createTouchButton(this.keys, 'score', 'Score'),
      createTouchButton(this.keys, 'use', 'Open'),
      createTouchButton(this.keys, 'fill', 'Load'),
      createTouchButton(this.keys, 'fire', 'Fire'),
    )
    const pad = createTouchPad(multiActionReceiver(this.keys), padDirections)
    return createElement('div.controls', pad, buttons)
  }

  #followMouse(screen: HTMLElement): void {
    const has = () => document.pointerLockElement === screen
    screen.addEventListener('pointerdown', ({ pointerType }) => {
      if (pointerType !== 'mouse') return
      screen.focus()
      if (has()) this.#isMouseLocked = true
      else void lockPointer(screen)
    })
    addEventListener('mouseup', () => (this.#isMouseLocked = false))
    document.addEventListener('pointerlockchange', () => (this.#isMouseLocked = false))
    document.addEventListener('mousemove', ({ movementX }) => {
      if (has()) this.#pendingTurn += movementX * turnRates.mouse
    })
  }
}

/**
 * Browsers may refuse to lock the pointer, for example right after Escape. The player can then turn with keys, and the
 * next click requests the lock again.
 */
async function lockPointer(screen: HTMLElement): Promise<void> {
  try {
    await screen.requestPointerLock()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** Outside the arena, Tab still moves the focus between buttons. */
function keepTabFocus(screen: HTMLElement): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Tab' && document.activeElement !== screen) event.stopPropagation()
    },
    { capture: true },
  )
}

function trackDrag(screen: HTMLElement, turned: (pixels: number) => void): void {
  const at = new Map<number, number>()
  screen.addEventListener('pointerdown', ({ pointerType, pointerId, clientX }) => {
    if (pointerType === 'mouse') return
    screen.setPointerCapture(pointerId)
    at.set(pointerId, clientX)
  })
  screen.addEventListener('pointermove', ({ pointerId, clientX }) => {
    const before = at.get(pointerId)
    if (before === undefined) return
    turned(clientX - before)
    at.set(pointerId, clientX)
  })
  screen.addEventListener('lostpointercapture', ({ pointerId }) => at.delete(pointerId))
}

/** A pad direction presses one or two actions. */
function multiActionReceiver(keys: ActionReceiver<Action>): ActionReceiver<(typeof padDirections)[number]> {
  const each = (way: string, act: (action: Action) => void) => (way.split(' ') as Action[]).forEach(act)
  return {
    press: (way) => each(way, (action) => keys.press(action)),
    release: (way) => each(way, (action) => keys.release(action)),
  }
}

/** Returns -1 to 1. */
function rightStickX(): number {
  for (const { axes } of connectedGamepads()) {
    const aside = axes[2] ?? 0
    if (Math.abs(aside) > deadZone) return aside
  }
  return 0
}
