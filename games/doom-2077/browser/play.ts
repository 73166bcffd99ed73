import { SoundPlayer } from '../../../browser/audio/sound-player.ts'
import { AnimationLoop } from '../../../browser/canvas/animation-loop.ts'
import { Connection, connectionLostText } from '../../../browser/connection/connection.ts'
import { fetchOrUndefined } from '../../../browser/connection/fetch-or-undefined.ts'
import { readOrCreateSecret } from '../../../browser/connection/secret.ts'
import { addStandardTools, findPlayerPage } from '../../../browser/player/player.ts'
import type { Geometry } from '../map/geometry.ts'
import { FirstPersonRenderer } from '../view/first-person.ts'
import { GameArt } from '../view/game-art.ts'
import { type SoundName, soundVoicesByName } from '../view/sounds.ts'
import { Client } from './client/client.ts'
import { type Action, Controls } from './ui/controls.ts'
import { FirstPersonCamera, viewSignature } from './ui/first-person-camera.ts'
import { GameCanvas } from './ui/game-canvas.ts'
import { Hud } from './ui/hud.ts'
import { JoinForm, refusalMessage } from './ui/join-form.ts'
import { maxVoices, panOf, volumeAt } from './ui/positional-sound.ts'
import { WadPicker } from './ui/wad-picker.ts'

/** Milliseconds between two updates while the page is hidden. */
const hiddenUpdateMs = 500
/** Map units between two footsteps. */
const stepLength = 110
const weaponsByAction: { readonly [action in Action]?: number } = {
  fists: 0,
  pistol: 1,
  chaingun: 2,
  shotgun: 3,
}

const keyboardHelp = [
  'Walk with W, A, S and D. Click the arena to look with the mouse; Escape releases it. Arrow keys also turn.',
  'Space or the left button fires, 1 to 4 or the wheel choose a weapon, R reloads, E opens doors.',
  'Most kills win. Hold Tab for the score, press Enter to chat. Shift+Tab moves the focus to the buttons.',
]
const touchHelp = [
  'Walk with the left thumb. Drag a finger across the arena to turn.',
  '“Fire” shoots, “Gun” changes the weapon, “Load” reloads it. “Open” opens the door or lift in front of you.',
  'Most kills win. Hold “Score” for the score; “Chat” writes to all players.',
]

/** SVG path of a framed picture. */
const texturesIcon = 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9v.01'

const page = findPlayerPage()
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
const sound = new SoundPlayer<SoundName, never>(soundVoicesByName, {}, maxVoices)
const camera = new FirstPersonCamera()
const canvas = new GameCanvas("The arena from the player's view.")
let currentRenderer: { readonly geometry: Geometry; readonly through: FirstPersonRenderer } | undefined
let art: GameArt | undefined
let drawnSignature = ''
let stepCount = 0
let connected = ''
/** Whether the page stays disconnected until the player joins. */
let isParked = false

const client = new Client({
  send: (datagram) => connection.send(datagram),
  loadMap: (map) => void fetchMap(map),
  playSound: playSound,
  random: Math.random,
  secret: readOrCreateSecret(`doom-2077 ${page.room}`),
})
const hud = new Hud(
  (text) => client.chat(text),
  () => canvas.element.focus(),
  () => tools.showInvitation(),
)
const wadPicker = new WadPicker(() => {
  currentRenderer = undefined
  drawnSignature = ''
})
const joinForm = new JoinForm((name) => {
  client.join(name, performance.now())
  if (isParked) connection.reconnect()
  isParked = false
  canvas.element.focus()
})
function openChat(): void {
  if (client.stage === 'in') hud.openChat()
}
const controls = new Controls(canvas.element, {
  pressed(action, again) {
    if (again) return
    const now = performance.now()
    const weapon = weaponsByAction[action]
    if (weapon !== undefined) client.switchWeapon(weapon, now)
    if (action === 'next') client.switchWeapon((client.arsenal.weapon + 1) % 4, now)
    if (action === 'use') client.interact(now)
    if (action === 'fill') client.reload(now)
    if (action === 'say') openChat()
  },
  turnedWheel: (by) => client.switchWeapon((client.arsenal.weapon + by + 4) % 4, performance.now()),
})
const touch = controls.touch(openChat)
touch.hidden = true
const connection = new Connection(
  page.room,
  {
    opened() {
      // Otherwise only a message from the room clears this text, and the room sends none before the page joins.
      if (client.stage === 'out' && connected.startsWith(connectionLostText)) connected = ''
      client.onConnected(performance.now())
    },
    received(message) {
      if (typeof message !== 'string') client.handleDatagram(message, performance.now())
    },
    statusChanged({ open, message }) {
      if (!open) client.onDisconnected()
      connected = message
    },
    expectsMessages: () => client.stage === 'in',
    finalMessage(reason) {
      // [DM-2.4] The room disconnects a page that has not joined after 20 s.
      isParked = client.stage === 'out' && reason === 'idle for too long'
      if (isParked) return ''
      return reason === 'the player joined from another window'
        ? 'You have joined from another window.'
        : undefined
    },
  },
  { staysConnectedWhileHidden: true },
)
const animation = new AnimationLoop(() => {
  // The current time is used because the frame's timestamp can be older than the last received messages.
  const now = performance.now()
  advanceClient(now)
  drawFrame(now)
  return true
})

function advanceClient(now: number): void {
  client.advance(now, controls.input(now))
  const paces = Math.floor(client.walker.distanceWalked / stepLength)
  if (paces !== stepCount) playSound('step')
  stepCount = paces
}

function drawFrame(now: number): void {
  const out = client.stage === 'out'
  if (joinForm.element.hidden === out) {
    joinForm.element.hidden = !out
    if (out) joinForm.show(client.refusalReason || undefined)
  }
  // The touch controls stay during a reconnect, because a finger may be on them.
  if (touch.hidden && client.stage === 'in') {
    touch.hidden = false
    tools.showHelpIfNew()
  }
  page.showStatus(connected || statusText())
  hud.update(client, now, controls.keys.isHeld('score'))
  const view = camera.createView(client, now, reducedMotion.matches)
  if (!view) return
  const signature = viewSignature(view)
  if (signature === drawnSignature) return
  drawnSignature = signature
  rendererFor()?.draw(canvas.frame, view)
  canvas.present()
}

function statusText(): string {
  if (client.stage === 'refused') return refusalMessage(client.refusalReason)
  return client.stage === 'asking' || (client.stage === 'in' && !client.isReadyToDraw) ? 'Joining …' : ''
}

function loadArt(): GameArt {
  art ??= new GameArt()
  return art
}

function rendererFor(): FirstPersonRenderer | undefined {
  const { geometry } = client
  if (geometry && currentRenderer?.geometry !== geometry) {
    const dressed = wadPicker.applyTo(geometry, loadArt())
    currentRenderer = { geometry, through: new FirstPersonRenderer(dressed.geometry, dressed.art) }
  }
  return currentRenderer?.through
}

/** Retries until the map has loaded or the room plays another map. */
async function fetchMap(map: string): Promise<void> {
  const path = `${page.room}/api/geometry/${encodeURIComponent(map)}`
  const geometry: Geometry | undefined = await fetchOrUndefined(path, (answer) => answer.json())
  if (client.map !== map || client.level) return
  if (geometry) return client.setMap(geometry, performance.now())
  setTimeout(() => {
    if (client.map === map && !client.level) void fetchMap(map)
  }, 1000)
}

function playSound(noise: SoundName, where?: { readonly x: number; readonly y: number }): void {
  const { walker } = client
  const part = where ? volumeAt(Math.hypot(where.x - walker.x, where.y - walker.y)) : 1
  if (part > 0.02) sound.play(noise, part, where ? panOf(walker, where) : 0)
}

function fitCanvas(): void {
  if (canvas.fit(page.container.clientWidth, page.container.clientHeight)) drawnSignature = ''
}

page.container.append(canvas.element, hud.element, touch, joinForm.element)
const tools = addStandardTools(page, {
  game: { slug: 'doom-2077', title: 'DOOM-2077' },
  keys: controls.keys,
  sound,
  help: matchMedia('(pointer: coarse)').matches ? touchHelp : keyboardHelp,
  hasEntrance: true,
  reporting: {
    players: () => Array.from(client.others.values(), ({ name }) => name),
    send: (words) => client.chat(`/report ${words}`),
    maxLength: 115,
  },
})
page.addTool('Custom textures', texturesIcon, () => wadPicker.open())
new ResizeObserver(fitCanvas).observe(page.container)
fitCanvas()
animation.requestFrame()
// Draws the art while the player types a name.
setTimeout(loadArt)
setInterval(() => {
  if (document.hidden) advanceClient(performance.now())
}, hiddenUpdateMs)
