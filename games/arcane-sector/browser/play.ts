// The browser player of Arcane Sector: the connection, the client, the view and the panels.
import { Connection } from '../../../browser/connection.ts'
import { make } from '../../../browser/elements.ts'
import { Gamepads } from '../../../browser/gamepad.ts'
import { Keys } from '../../../browser/keys.ts'
import { player, usualTools } from '../../../browser/player.ts'
import { Sound } from '../../../browser/sound.ts'
import { WireError } from '../../../wire/error.ts'
import { Client, type Subject } from '../client/client.ts'
import { Spell } from '../client/spell.ts'
import { moves } from '../land/directions.ts'
import { drawArt } from '../view/art/art.ts'
import { Entrance } from './entrance.ts'
import { fetchLand } from './land.ts'
import { type ActionName, actions, help, slotOf, wayOf } from './panels/actions.ts'
import { Bag } from './panels/bag.ts'
import { fingers } from './panels/fingers.ts'
import { Icons } from './panels/icons.ts'
import { RuneBoard } from './panels/rune-board.ts'
import { Sheets } from './panels/sheets.ts'
import { Talk } from './panels/talk.ts'
import { Pointing } from './pointing.ts'
import { Scene } from './scene.ts'
import { type Before, noiseOf, sounds } from './sounds.ts'

/** Milliseconds between two client updates, and before the land is fetched again. */
const [mindMs, landAgainMs] = [50, 2000]
/** Minimum page width in CSS pixels to show panels beside the picture, and their minimum width. */
const [besideFrom, besideWidth] = [840, 336]

const on = player()
/** Starts before the art is drawn, so that both run in parallel. */
let landing = fetchLand(on.room)
const art = drawArt()
const icons = new Icons(art)
const sound = new Sound(sounds, {})
let connection: Connection | undefined
let before: Before = { place: undefined, facing: 0, holds: false }
let lost = ''

const client = new Client({
  send: (frame) => connection?.send(frame),
  leave: () => connection?.leave(),
  comeAgain: () => connection?.come(),
  now: () => performance.now(),
  changed: (subject) => show(subject),
  told(packet) {
    const noise = noiseOf(packet, before)
    if (noise) sound.play(noise)
    const { place, facing } = client.sight
    before = { place, facing, holds: client.self.held !== undefined }
  },
})

const spell = new Spell(() => {
  runes.show()
  sheets.show(spell.shown ? 'runes' : 'bag')
  scene.ask()
})
const toGame = () => scene.canvas.focus({ preventScroll: true })
const bag = new Bag(client, icons)
const talk = new Talk(client, icons, () => scene.ask(), toGame)
const runes = new RuneBoard(spell, icons, () => client.cast(spell.runes), closeRunes)
const sheets = new Sheets({ talk: talk.element, bag: bag.element, runes: runes.element }, (shown) => {
  if (spell.shown !== (shown === 'runes')) spell.toggle()
})
const scene = new Scene(client, art, spell, () => talk.typed)
const pointing = new Pointing(client, scene, { bag, runes, spell, icons })
const entrance = new Entrance(on.room, icons.portraits(), {
  get refusal() {
    return client.door.refusal
  },
  enter(who) {
    client.door.enter(who)
    if (connection) connection.come()
    else connection = connect()
  },
})

function connect(): Connection {
  return new Connection(
    on.room,
    {
      opened: () => client.begun(),
      heard(message) {
        try {
          if (typeof message === 'string') throw new WireError('text, where a packet is wanted')
          client.heard(message)
        } catch (error) {
          if (!(error instanceof WireError)) throw error
          lost = `This room does not speak as it should: ${error.message}.`
          connection?.leave()
        }
        stand()
      },
      stands({ says }) {
        lost = says
        stand()
      },
      endsBy: (reason) => client.door.endedBy(reason),
    },
    'also while hidden',
  )
}

function stand(): void {
  const silent = client.silentFor
  const returns = client.door.returns ? 'Coming back in …' : ''
  on.stand(lost || returns || (silent === undefined ? '' : `The room has not answered for ${silent} s …`))
}

function show(subject: Subject): void {
  scene.ask()
  if (subject === 'line') talk.add()
  if (subject === 'things') pointing.show()
  if (subject === 'door') showDoor()
  if (subject !== 'line' && subject !== 'blow') bag.show()
}

function showDoor(): void {
  const { stage, returns } = client.door
  const isAtDoor = stage === 'form' || (stage === 'entering' && !returns)
  for (const part of [scene.element, sheets.element, pad]) part.inert = isAtDoor
  if (stage === 'form') entrance.show()
  if (stage !== 'playing') return
  entrance.hide()
  toGame()
}

// ---- Keys ------------------------------------------------------------------------------------------------------------

const keys = new Keys<ActionName>('arcane-sector', actions, {
  pressed(action, again) {
    const way = wayOf[action]
    if (again || !client.plays) return
    if (way !== undefined) {
      client.walking.press(way)
      walk()
    } else act(action)
  },
  released(action) {
    const way = wayOf[action]
    if (way !== undefined) client.walking.release(way)
  },
})
const pads = new Gamepads<ActionName>(keys, {
  buttons: {
    ...{ 0: 'here', 1: 'cast', 2: 'runes', 3: 'talk', 4: 'left', 5: 'right', 6: 'leftHand', 7: 'rightHand' },
    ...{ 12: 'forward', 13: 'backward', 14: 'turnLeft', 15: 'turnRight' },
  },
  stick: { left: 'turnLeft', right: 'turnRight', up: 'forward', down: 'backward' },
})
const pad = fingers(keys)

function act(action: ActionName): void {
  const slot = slotOf[action]
  if (slot !== undefined) return bag.press(slot)
  switch (action) {
    case 'turnLeft':
      return client.turn(moves.left)
    case 'turnRight':
      return client.turn(moves.right)
    case 'here':
      return bag.pressFirst()
    case 'talk':
      sheets.show('talk')
      return talk.open()
    case 'runes':
      return spell.shown ? closeRunes() : openRunes()
    case 'cast':
      return runes.cast()
  }
}

function openRunes(): void {
  spell.toggle(true)
  runes.focus()
}

function closeRunes(): void {
  spell.toggle(false)
  toGame()
}

/** Runs while a key is held; idle between two steps. */
let walks: ReturnType<typeof setTimeout> | undefined
function walk(): void {
  clearTimeout(walks)
  client.walks()
  const next = client.walking.next(performance.now())
  if (next !== undefined) walks = setTimeout(walk, next)
}

// Once the runes are open, Tab moves on, so that the focus is never trapped in the picture.
scene.canvas.addEventListener('keydown', (event) => {
  if (event.key !== 'Tab' || event.shiftKey || !client.plays || spell.shown) return
  event.preventDefault()
  openRunes()
})

// ---- The page --------------------------------------------------------------------------------------------------------

async function takeLand(): Promise<void> {
  const land = await landing
  if (land) {
    scene.land = land
    return
  }
  setTimeout(() => {
    landing = fetchLand(on.room)
    void takeLand()
  }, landAgainMs)
}

function fitView(): void {
  const { clientWidth, clientHeight } = on.place
  const beside = clientWidth >= besideFrom
  on.place.classList.toggle('side-by-side', beside)
  scene.fit(clientWidth - (beside ? besideWidth : 0), clientHeight)
}

on.place.append(make('div', { class: 'ashore' }, scene.element, pad), sheets.element, entrance.element)
usualTools(on, { game: { slug: 'arcane-sector', title: 'Arcane Sector' }, keys, sound, help })
new ResizeObserver(fitView).observe(on.place)
fitView()
showDoor()
void takeLand()
setInterval(() => {
  client.minds()
  pads.look()
  stand()
}, mindMs)
addEventListener('pagehide', () => client.bye())
