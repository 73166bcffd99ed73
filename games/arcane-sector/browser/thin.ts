// The page of the pixel stream [AS-17]. The site runs the client and draws the picture.

import { FixedScreen } from '../../../browser/canvas/screen.ts'
import { Connection } from '../../../browser/connection/connection.ts'
import { findPlayerPage, toolIcons } from '../../../browser/player/player.ts'
import { createElement, setText } from '../../../browser/ui/elements.ts'
import { HelpDialog } from '../../../browser/ui/help.ts'
import { type FromThinClient, streamSize, thinClientMessages } from '../packets/pixel-stream.ts'
import { applyScreenMessage } from '../remote-client/frame-decoder.ts'
import { keyCodes, keyForCharacter } from '../remote-client/key-map.ts'

/** After any other close code the page reconnects. */
const refusedCode = 1008

const page = findPlayerPage()
const loginDialog = page.container.querySelector<HTMLElement>('[data-entrance]')!
const form = loginDialog.querySelector('form')!
const refusal = loginDialog.querySelector('[data-refusal]')!
const screen = new FixedScreen('Your view.', streamSize)
const canvas = screen.element
const image = screen.context.createImageData(streamSize.width, streamSize.height)
const atMouse = createElement('canvas.at-mouse', { 'aria-hidden': 'true', hidden: true })
const view = createElement('div.view', canvas, atMouse)
canvas.tabIndex = 0
page.container.querySelector('[data-ashore]')!.append(view)

let connection: Connection | undefined
let scale = 1
let hot = { x: 0, y: 0 }
const down = new Set<number>()

const path = `${page.room}/thin`

/** Whether the page expects a frame: the site answers each event with one, even if nothing has changed. */
let awaitsAnswer = false

function send(message: FromThinClient): void {
  const isSent = connection?.send(new Uint8Array(thinClientMessages.encode(message)))
  if (isSent && message.type !== 'shown') awaitsAnswer = true
}

function connect(): void {
  if (connection) return connection.reconnect()
  connection = new Connection(
    path,
    {
      opened: onOpen,
      received: onMessage,
      statusChanged: onStatus,
      finalMessage: onFinal,
      expectsMessages: () => awaitsAnswer,
    },
    { subprotocol: 'game' },
  )
}

function onOpen(): void {
  const { username, password, character } = Object.fromEntries(new FormData(form))
  connection?.send(JSON.stringify({ id: Number(username), password, name: character }))
  awaitsAnswer = true
}

function onMessage(message: string | Uint8Array): void {
  if (typeof message === 'string') return
  awaitsAnswer = false
  const cursor = applyScreenMessage(message, image.data)
  if (cursor) return showCursor(cursor)
  if (!loginDialog.hidden) canvas.focus()
  loginDialog.hidden = true
  requestAnimationFrame(() => {
    screen.context.putImageData(image, 0, 0)
    send({ type: 'shown' })
  })
}

function showCursor(cursor: NonNullable<ReturnType<typeof applyScreenMessage>>): void {
  const held = cursor.type === 'cursor' ? cursor : undefined
  canvas.classList.toggle('without-cursor', held !== undefined)
  atMouse.hidden = held === undefined
  if (!held) return
  const { width, height, picture } = held
  Object.assign(atMouse, { width, height })
  Object.assign(atMouse.style, { width: `${width * scale}px`, height: `${height * scale}px` })
  hot = { x: (held.hotX & 0x7fff) * scale, y: (held.hotY & 0x7fff) * scale }
  const pixels = new Uint8ClampedArray(Uint32Array.from(picture).buffer)
  atMouse.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0)
}

function onStatus({ open, message }: { readonly open: boolean; readonly message: string }): void {
  page.showStatus(message)
  if (!open) void askWhy()
}

/** Browsers do not report the reason of a failed upgrade, so this fetches the path without an upgrade. */
async function askWhy(): Promise<void> {
  const answer = await fetch(path).catch(() => undefined) // the site is unreachable: try again
  if (answer?.status === 404) showRefusal((await answer.json()).detail)
}

function onFinal(reason: string, code: number): string | undefined {
  if (code !== refusedCode) return undefined
  showRefusal(reason)
  return ''
}

function showRefusal(reason: string): void {
  connection?.disconnect()
  page.showStatus('')
  loginDialog.hidden = false
  setText(refusal, reason)
}

// ---- Mouse and keys
// --------------------------------------------------------------------------------------------------

const buttons: readonly ('left' | 'right' | undefined)[] = ['left', undefined, 'right']
let moved: PointerEvent | undefined

function at({ clientX, clientY }: MouseEvent): { readonly x: number; readonly y: number } {
  const { left, top } = canvas.getBoundingClientRect()
  const within = (pixels: number, size: number) => Math.max(0, Math.min(size - 1, Math.floor(pixels / scale)))
  return { x: within(clientX - left, streamSize.width), y: within(clientY - top, streamSize.height) }
}

function press(event: PointerEvent, type: 'pressed' | 'released'): void {
  const button = buttons[event.button]
  if (button) send({ type, ...at(event), button })
  if (type === 'pressed') canvas.setPointerCapture(event.pointerId)
}

canvas.addEventListener('pointerdown', (event) => press(event, 'pressed'))
canvas.addEventListener('pointerup', (event) => press(event, 'released'))
canvas.addEventListener('contextmenu', (event) => event.preventDefault())
canvas.addEventListener('pointermove', (event) => {
  const { left, top } = view.getBoundingClientRect()
  atMouse.style.translate = `${event.clientX - left - hot.x}px ${event.clientY - top - hot.y}px`
  // Send at most one move per frame, because mice send many events.
  if (!moved)
    requestAnimationFrame(() => {
      if (moved) send({ type: 'moved', ...at(moved) })
      moved = undefined
    })
  moved = event
})

const keys: { readonly [key: string]: number | undefined } = {
  ...{ ArrowUp: keyCodes.up, ArrowDown: keyCodes.down, ArrowLeft: keyCodes.left, ArrowRight: keyCodes.right },
  ...{ Enter: keyCodes.enter, Backspace: keyCodes.backspace, Tab: keyCodes.tab, Escape: keyCodes.escape },
}

canvas.addEventListener('keydown', (event) => {
  const { key, shiftKey, ctrlKey, metaKey } = event
  // Shift+Tab moves the focus out of the picture, so that the picture never traps it.
  if (ctrlKey || metaKey || (key === 'Tab' && shiftKey)) return
  const written = keyForCharacter(key)
  const code = written?.code ?? keys[key]
  if (code === undefined) return
  event.preventDefault()
  if (written?.isShifted) send({ type: 'keyDown', key: keyCodes.shift })
  send({ type: 'keyDown', key: code })
  if (written?.isShifted) send({ type: 'keyUp', key: keyCodes.shift })
  down.add(code)
})
canvas.addEventListener('keyup', ({ key }) => release(keyForCharacter(key)?.code ?? keys[key]))
// The page gets no event of a key that is released while the canvas has no focus.
canvas.addEventListener('blur', () => [...down].forEach(release))

function release(code: number | undefined): void {
  if (code === undefined || !down.delete(code)) return
  send({ type: 'keyUp', key: code })
}

// ---- The page
// --------------------------------------------------------------------------------------------------------

const help = new HelpDialog('arcane-sector-thin', 'Arcane Sector as a pixel stream', [
  'Walk with W and S or the up and down arrows, turn with A and D or the left and right arrows, step aside with Q and E.',
  'Drag items with the left button; the right button uses them. F takes or reads an item here.',
  'To talk press Enter, type, and press Enter. Tab shows runes, Space casts the spell. Shift+Tab leaves the picture.',
])
help.showIfNew()
page.addTool('Help', toolIcons.help, () => help.show())
form.addEventListener('submit', (event) => {
  event.preventDefault()
  setText(refusal, '')
  connect()
})
new ResizeObserver(() => {
  scale = screen.fit(
    { width: page.container.clientWidth, height: page.container.clientHeight },
    devicePixelRatio >= 2,
  )
}).observe(page.container)
