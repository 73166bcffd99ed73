import { SoundPlayer } from '../../../browser/audio/sound-player.ts'
import { AnimationLoop, FixedTimestep } from '../../../browser/canvas/animation-loop.ts'
import { FixedScreen } from '../../../browser/canvas/screen.ts'
import { Connection } from '../../../browser/connection/connection.ts'
import { readOrCreateTabSecret } from '../../../browser/connection/secret.ts'
import { GamepadInput } from '../../../browser/input/gamepad.ts'
import { KeyBindings } from '../../../browser/input/keys.ts'
import { createTouchButton, createTouchPad } from '../../../browser/input/touch.ts'
import { addStandardTools, findPlayerPage } from '../../../browser/player/player.ts'
import { createButton, createElement, setText } from '../../../browser/ui/elements.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { transliterate } from '../../shared/transliterate.ts'
import type { BoardPoint } from '../board/board.ts'
import { fromClient } from '../packets.ts'
import { itemBits, statusNumbers } from '../players/player.ts'
import { playerColourNames } from '../view/colours.ts'
import { menuCellOf } from '../view/menu.ts'
import { sceneSize } from '../view/scene.ts'
import { frameMs } from './client/figure.ts'
import { GameClient, type GameClientContext, headingsTowards } from './client/game.ts'
import { RequestQueue } from './client/request-queue.ts'
import { type Heading, headings } from './client/runner.ts'
import { sounds, type TuneName, tunes } from './client/sounds.ts'
import { hasTouchScreen, Panel } from './panel.ts'
import { Renderer } from './renderer.ts'

/** The interval of updates while the page is hidden. */
const hiddenIntervalMs = 500
/** Width of the panel in CSS pixels. */
const panelWidth = 272
/**
 * Minimum widths in CSS pixels for a panel beside the field: in a window that is high enough for the field at double
 * size, and in a lower window. In a narrower window the panel is below the field.
 */
const besideFrom = 2 * sceneSize.width + panelWidth
const besideWhenLowFrom = 600

const page = findPlayerPage()
const screen = new FixedScreen('The room of the field that you are in.', sceneSize)
const renderer = new Renderer()
const panel = new Panel()
const again = createButton('Play again', playAgain, { class: 'again', hidden: true })
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
const sound = new SoundPlayer(sounds, tunes)
const image = screen.context.createImageData(sceneSize.width, sceneSize.height)
/** The colour numbers of the picture that the screen shows. */
const shown = new Uint8Array(sceneSize.width * sceneSize.height)

let game: GameClient | undefined
/** The position of the pointer in pixels of the scene. */
let pointer: BoardPoint | undefined

const keys = new KeyBindings(
  'soaprun',
  {
    left: { label: 'Left', keys: ['ArrowLeft', 'a'] },
    up: { label: 'Up', keys: ['ArrowUp', 'w'] },
    right: { label: 'Right', keys: ['ArrowRight', 'd'] },
    down: { label: 'Down', keys: ['ArrowDown', 's'] },
    ok: { label: 'Colour, paint, yes', keys: ['z', 'Enter', 'Space'] },
    cancel: { label: 'Back', keys: ['x', 'Escape'] },
  },
  {
    pressed(action, held) {
      if (action === 'ok' && !held && game?.isOver) return playAgain()
      // The game uses the key repeats of a held key only in the menu. In the field the player walks while the key is
      // held.
      if (held && (!game?.menu || action === 'ok' || action === 'cancel')) return
      game?.press(action === 'ok' || action === 'cancel' ? { [action]: true } : { turned: headings[action] })
    },
  },
)
const pads = new GamepadInput(keys, {
  buttons: { 0: 'ok', 1: 'cancel', 12: 'up', 13: 'down', 14: 'left', 15: 'right' },
  stick: { left: 'left', right: 'right', up: 'up', down: 'down' },
})

const requests = new RequestQueue(
  {
    send: (packet) => connection.send(packet),
    onLoggedIn({ returned, x, y }) {
      const context: GameClientContext = {
        request: (packet) => requests.request(packet),
        get awaitsField() {
          return requests.awaitsField
        },
        random: Math.random,
        playSound: (what) => sound.play(what),
      }
      game = new GameClient(context, { x, y })
      panel.addEvent(returned ? 'You are back where you were.' : 'You have joined, at the start.')
      again.hidden = true
    },
    onReply(answer, asked) {
      // The room closes the connection after this packet.
      if (asked.type === 'Bye.') connection.disconnect()
      else game?.onReply(answer, asked)
    },
  },
  readOrCreateTabSecret(`soaprun ${page.room}`),
)

const connection = new Connection(
  page.room,
  {
    opened: () => requests.reset(),
    received(message) {
      try {
        // [SR-3.17]
        if (typeof message === 'string') showMessage(message)
        else requests.onFrame(message)
      } catch (error) {
        if (!(error instanceof WireError)) throw error
        panel.addEvent(`Protocol error: ${error.message}.`)
        connection.disconnect()
      }
    },
    expectsMessages: () => requests.waiting > 0,
    finalMessage: (reason) =>
      reason === 'the player joined from another window' ? 'You have joined from another window.' : undefined,
    statusChanged({ message }) {
      page.showStatus(message)
      panel.addEvent(message)
    },
  },
  { staysConnectedWhileHidden: true },
)

const steps = new FixedTimestep(frameMs, Math.ceil(1500 / frameMs))
const frames = new AnimationLoop((now) => {
  pads.poll()
  if (advance(now)) show()
  return true
})

/** Returns false if no frames are due. */
function advance(now: number): boolean {
  const due = steps.due(now)
  for (let n = 0; n < due; n++) game?.frame(waysHeld())
  return due > 0
}

function waysHeld(): readonly Heading[] {
  const held = (Object.keys(headings) as (keyof typeof headings)[]).filter((name) => keys.isHeld(name))
  if (held.length > 0 || !pointer || !game) return held.map((name) => headings[name])
  const at = Renderer.selfAt(game)
  return headingsTowards(pointer.x - at.x, pointer.y - at.y)
}

function show(): void {
  renderer.draw(game, reducedMotion.matches)
  const { pixels } = renderer.surface
  // Skips an unchanged picture, because showing it would cost the browser as much as a changed picture.
  if (pixels.some((pixel, n) => pixel !== shown[n])) {
    shown.set(pixels)
    renderer.surface.toRgba(image.data)
    screen.context.putImageData(image, 0, 0)
  }
  panel.show(game)
  back.hidden = game?.menu === undefined
  setText(go, game?.menu ? 'OK' : game?.mayPaint ? 'Paint' : 'Colour')
  sound.music(...tuneOf(game))
  if (game?.isOver && again.hidden) {
    again.hidden = false
    again.focus()
  }
}

/** `fadeMs`: the length of the cross-fade. */
function tuneOf(of: GameClient | undefined): [tune: TuneName | undefined, fadeMs: number] {
  if (!of?.isShown) return [undefined, 0]
  const { self } = of
  if (self.status === statusNumbers.dead) return [undefined, 2000]
  if (self.status === statusNumbers.goal) return of.isOver ? ['ending', 0] : [undefined, 2000]
  if (self.status === statusNumbers.ghost) return ['ghost', 500]
  if (self.has(itemBits.sword)) return ['sword', 300]
  return [of.isRaining ? 'rain' : 'field', 500]
}

function showMessage(line: string): void {
  page.showMessage(line)
  panel.addEvent(line)
}

function playAgain(): void {
  game = undefined
  again.hidden = true
  connection.reconnect()
}

/** The position of the event in pixels of the scene. */
function placeOf(event: PointerEvent): BoardPoint {
  const { left, top, width } = screen.element.getBoundingClientRect()
  const scale = width / sceneSize.width
  return { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale }
}

function fitScreen(): void {
  const { clientWidth, clientHeight } = page.container
  const isLow = clientHeight < 2 * sceneSize.height
  const beside = clientWidth >= (isLow ? besideWhenLowFrom : besideFrom)
  page.container.classList.toggle('side-by-side', beside)
  const room = { width: clientWidth - (beside ? panelWidth : 0), height: clientHeight }
  screen.fit(room, devicePixelRatio >= 2 || hasTouchScreen)
}

// [SR-3.18] Announces that the page is closed or reloaded. A reloaded page connects again before the room removes the
// player.
addEventListener('pagehide', () => {
  connection.send(new Uint8Array(fromClient.encode({ type: 'Dlog', message: '/leave' })))
  connection.disconnect()
})
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) connection.reconnect()
})
// Runs the due frames before it handles a key, because at a low frame rate the player would otherwise walk too far.
for (const event of ['keydown', 'keyup', 'pointerdown', 'pointerup'])
  addEventListener(event, () => advance(performance.now()), { capture: true })
screen.element.addEventListener('pointerdown', (event) => {
  const at = placeOf(event)
  const cell = game?.menu && menuCellOf(game.menu, at.x, at.y)
  if (cell) {
    Object.assign(game!.menu!, cell)
    game!.press({ ok: true })
    return
  }
  screen.element.setPointerCapture(event.pointerId)
  pointer = at
})
screen.element.addEventListener('pointermove', (event) => {
  if (pointer) pointer = placeOf(event)
})
screen.element.addEventListener('lostpointercapture', () => {
  pointer = undefined
})
const back = createTouchButton(keys, 'cancel', 'Back')
const go = createTouchButton(keys, 'ok', '')
page.container.append(
  createElement('div.field-of-play', screen.element, again),
  panel.element,
  createElement(
    'div.controls',
    createTouchPad(keys, ['right', 'down', 'left', 'up']),
    createElement('div.two', back, go),
  ),
)
addStandardTools(page, {
  game: { slug: 'soaprun', title: 'Soaprun' },
  keys,
  sound,
  help: [
    hasTouchScreen
      ? 'Run with the direction pad, or hold a finger where you want to go.'
      : 'Run with the arrow keys, or hold the mouse where you want to go.',
    'Find the goal in this field. All players share the field. Moving enemies kill you.',
    'With the sword you kill enemies, but do not keep it too long. The shield protects you from flames.',
    `${hasTouchScreen ? 'The button' : 'Z'} changes your colour, or paints the tile if you are on white ground.`,
    'A gate opens while three players stand on its switches: wait for others, or invite them.',
    'The number above counts the seconds of this life; “2 in” means that two players are here.',
  ],
  reporting: {
    players: () =>
      Array.from(
        game?.figures.others.values() ?? [],
        ({ index, color }) => `${playerColourNames[color]} (${index})`,
      ),
    send(words) {
      if (connection.isOpen)
        requests.request({ type: 'Dlog', message: `/report ${transliterate(words, 0x7e)}` })
      return connection.isOpen
    },
    maxLength: 105,
    sentText: 'Your report was sent to the host.',
  },
})
new ResizeObserver(fitScreen).observe(page.container)
fitScreen()
show()
frames.requestFrame()
setInterval(() => {
  if (document.hidden) advance(performance.now())
}, hiddenIntervalMs)
