// DOOM-2077 in the page: connects the room's socket, the controls, the screen and the sounds to one client.
import { Connection } from '../../../browser/connection/connection.ts'
import { AnimationLoop } from '../../../browser/canvas/animation-loop.ts'
import { findPlayerPage, addStandardTools } from '../../../browser/player/player.ts'
import { Sound } from '../../../browser/audio/sound.ts'
import type { Geometry } from '../map/geometry.ts'
import { Art } from '../view/all-art.ts'
import { FirstPerson } from '../view/first-person.ts'
import { type Noise, noises } from '../view/noises.ts'
import { Client } from './client.ts'
import { type Action, Controls } from './controls.ts'
import { Entrance, wordsOf } from './entrance.ts'
import { Look, signatureOf } from './look.ts'
import { OwnWad } from './own-wad.ts'
import { Panel } from './panel.ts'
import { loudness, mostVoices, panOf } from './sounds.ts'
import { Window } from './window.ts'

/** Milliseconds between updates while the page is hidden. */
const unseenMs = 500
/** Map units between two footstep sounds. */
const pace = 110
const weaponsByAction: { readonly [action in Action]?: number } = {
  fists: 0,
  pistol: 1,
  chaingun: 2,
  shotgun: 3,
}

/** Icon of a picture in a frame. */
const ownSign = 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9v.01'

const on = findPlayerPage()
const wantsStill = matchMedia('(prefers-reduced-motion: reduce)')
const sound = new Sound<Noise, never>(noises, {}, mostVoices)
const look = new Look()
const arena = new Window('The arena, as you see it.')
let seen: { readonly geometry: Geometry; readonly through: FirstPerson } | undefined
let art: Art | undefined
let drawn = ''
let steps = 0
let connected = ''

const client = new Client({
  send: (datagram) => connection.send(datagram),
  needs: (map) => void fetchMap(map),
  heard: hear,
  chance: Math.random,
})
const panel = new Panel(
  (text) => client.chat(text),
  () => arena.element.focus(),
)
const wad = new OwnWad(() => {
  seen = undefined
  drawn = ''
})
const entrance = new Entrance((name) => {
  client.join(name, performance.now())
  arena.element.focus()
})
const controls = new Controls(arena.element, {
  pressed(action, again) {
    if (again) return
    const now = performance.now()
    const weapon = weaponsByAction[action]
    if (weapon !== undefined) client.take(weapon, now)
    if (action === 'next') client.take((client.arsenal.weapon + 1) % 4, now)
    if (action === 'use') client.use(now)
    if (action === 'fill') client.fill(now)
    if (action === 'say' && client.stage === 'in') panel.say()
  },
  turnedWheel: (by) => client.take((client.arsenal.weapon + by + 4) % 4, performance.now()),
})
const connection = new Connection(
  on.room,
  {
    opened: () => client.begun(performance.now()),
    received(message) {
      if (typeof message !== 'string') client.heard(message, performance.now())
    },
    statusChanged: ({ message }) => (connected = message),
  },
  { staysConnectedWhileHidden: true },
)
const frames = new AnimationLoop(() => {
  // The frame's timestamp is older than messages that arrived since.
  const now = performance.now()
  advance(now)
  show(now)
  return true
})

function advance(now: number): void {
  client.frame(now, controls.input(now))
  const paces = Math.floor(client.walker.walked / pace)
  if (paces !== steps) hear('step')
  steps = paces
}

function show(now: number): void {
  const out = client.stage === 'out'
  if (entrance.element.hidden === out) {
    entrance.element.hidden = !out
    if (out) entrance.show(client.why || undefined)
  }
  on.showStatus(connected || standing())
  panel.show(client, now, controls.keys.isHeld('score'))
  const view = look.view(client, now, wantsStill.matches)
  if (!view) return
  const signature = signatureOf(view)
  if (signature === drawn) return
  drawn = signature
  through()?.draw(arena.frame, view)
  arena.show()
}

function standing(): string {
  if (client.stage === 'refused') return wordsOf(client.why)
  return client.stage === 'asking' || (client.stage === 'in' && !client.isShown) ? 'Coming in …' : ''
}

/** Builds the art once, while the player still types a name. */
function pictures(): Art {
  art ??= new Art()
  return art
}

/** The renderer of the current map, built once per map. */
function through(): FirstPerson | undefined {
  const { geometry } = client
  if (geometry && seen?.geometry !== geometry) {
    const dressed = wad.dress(geometry, pictures())
    seen = { geometry, through: new FirstPerson(dressed.geometry, dressed.art) }
  }
  return seen?.through
}

/** Retries until the map has loaded or another is needed. */
async function fetchMap(map: string): Promise<void> {
  const answer = await fetch(`${on.room}/api/geometry/${encodeURIComponent(map)}`).catch(() => undefined) // offline
  if (client.map !== map || client.level) return
  if (answer?.ok) return client.enter(await answer.json(), performance.now())
  setTimeout(() => {
    if (client.map === map && !client.level) void fetchMap(map)
  }, 1000)
}

function hear(noise: Noise, where?: { readonly x: number; readonly y: number }): void {
  const { walker } = client
  const part = where ? loudness(Math.hypot(where.x - walker.x, where.y - walker.y)) : 1
  if (part > 0.02) sound.play(noise, part, where ? panOf(walker, where) : 0)
}

function fitArena(): void {
  if (arena.fit(on.container.clientWidth, on.container.clientHeight)) drawn = ''
}

on.container.append(arena.element, panel.element, controls.touch(), entrance.element)
addStandardTools(on, {
  game: { slug: 'doom-2077', title: 'DOOM-2077' },
  keys: controls.keys,
  sound,
  help: [
    'Walk with W, A, S and D, look with the mouse: a click on the arena takes it, Escape gives it back. Arrow keys turn, too.',
    'Space or the left button fires, 1 to 4 or the wheel choose a weapon, R fills its magazine, E opens doors.',
    'Ten minutes, most kills win. Hold Tab for the score, Enter to say something; Shift and Tab lead to the buttons.',
    'On a phone the left thumb walks, and a finger drawn across the arena turns.',
  ],
})
on.addTool('Textures of your own', ownSign, () => wad.open())
new ResizeObserver(fitArena).observe(on.container)
fitArena()
frames.requestFrame()
setTimeout(pictures)
setInterval(() => {
  if (document.hidden) advance(performance.now())
}, unseenMs)
