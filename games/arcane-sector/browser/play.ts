import { SoundPlayer } from '../../../browser/audio/sound-player.ts'
import { Connection } from '../../../browser/connection/connection.ts'
import { GamepadInput } from '../../../browser/input/gamepad.ts'
import { KeyBindings } from '../../../browser/input/keys.ts'
import { addStandardTools, findPlayerPage } from '../../../browser/player/player.ts'
import { createElement } from '../../../browser/ui/elements.ts'
import { WireError } from '../../../wire/util/wire-error.ts'
import { type ChangedPart, Client } from '../client/client.ts'
import { SpellInput } from '../client/spell-input.ts'
import { maxPlayers } from '../state/player.ts'
import { moveDirections } from '../terrain/directions.ts'
import { drawArt } from '../view/art/art.ts'
import { showCharacter } from './character-dialog.ts'
import { fetchLand } from './fetch-map.ts'
import { LoginForm } from './login-form.ts'
import { ChatPanel } from './panels/chat.ts'
import { Icons } from './panels/icons.ts'
import { InventoryPanel } from './panels/inventory.ts'
import { type ActionName, actions, keyHelp, moveOfAction, slotByAction } from './panels/key-bindings.ts'
import { RuneBoard } from './panels/rune-board.ts'
import { Tabs } from './panels/tabs.ts'
import { touchControls } from './panels/touch-controls.ts'
import { PlayerCanvas } from './player-canvas.ts'
import { PointerInput } from './pointer-input.ts'
import { type PreviousState, soundFor, sounds } from './sounds.ts'

/** Milliseconds between two calls of `client.tick`, and before another attempt to fetch the land. */
const [tickMs, retryMs] = [50, 2000]
const characterIcon = 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4.5 20c1-4 4-6 7.500-6s6.500 2 7.500 6'
/** Panels are beside the picture if the page has at least this width in CSS pixels or this ratio of width to height. */
const besideFrom = { width: 840, ratio: 4 / 3 } as const

const page = findPlayerPage()
/** Media query that matches a phone in landscape. The picture is then between the direction pad and the panels. */
const phoneOnItsSide = matchMedia(
  '(any-pointer: coarse) and (max-height: 30rem) and (orientation: landscape)',
)
/** The download starts before the art is drawn, so that both run in parallel. */
let landDownload = fetchLand(page.room)
const art = drawArt()
const icons = new Icons(art)
const sound = new SoundPlayer(sounds, {})
let connection: Connection | undefined
let before: PreviousState = { place: undefined, facing: 0, holds: false }
let connectionMessage = ''

const client = new Client({
  send: (frame) => connection?.send(frame),
  disconnect: () => connection?.disconnect(),
  reconnect: () => connection?.reconnect(),
  now: () => performance.now(),
  onChange: (subject) => onClientChange(subject),
  onPacket(packet) {
    const noise = soundFor(packet, before)
    if (noise) sound.play(noise)
    const { place, facing } = client.surroundings
    before = { place, facing, holds: client.inventory.held !== undefined }
  },
})

const spell = new SpellInput(() => {
  runes.show()
  sheets.show(spell.shown ? 'runes' : 'bag')
  scene.requestFrame()
})
const focusGame = () => scene.canvas.focus({ preventScroll: true })
const bag = new InventoryPanel(client, icons)
const talk = new ChatPanel(client, icons, () => scene.requestFrame(), focusGame)
const runes = new RuneBoard(spell, icons, () => client.cast(spell.runes), closeRunes)
const sheets = new Tabs({ talk: talk.element, bag: bag.element, runes: runes.element }, (shown) => {
  if (spell.shown !== (shown === 'runes')) spell.toggle()
})
const scene = new PlayerCanvas(client, art, spell, () => talk.typed)
const pointing = new PointerInput(client, scene, { bag, runes, spell, icons })
const loginForm = new LoginForm(page.room, icons.portraits(), {
  get refusal() {
    return client.login.refusal
  },
  onSubmit(who) {
    client.login.submit(who)
    if (connection) connection.reconnect()
    else connection = connect()
  },
})

function connect(): Connection {
  return new Connection(
    page.room,
    {
      opened: () => client.onConnected(),
      received(message) {
        try {
          if (typeof message === 'string') throw new WireError('received text instead of a packet')
          client.onFrame(message)
        } catch (error) {
          if (!(error instanceof WireError)) throw error
          connectionMessage = `Protocol error: ${error.message}.`
          connection?.disconnect()
        }
        showConnectionStatus()
      },
      statusChanged({ open, message }) {
        if (!open) client.onDisconnected()
        connectionMessage = message
        showConnectionStatus()
      },
      finalMessage: (reason) => client.login.onClosed(reason),
    },
    { staysConnectedWhileHidden: true },
  )
}

function showConnectionStatus(): void {
  const silent = client.silentSeconds
  const returns = client.login.isReconnecting ? 'Reconnecting …' : ''
  page.showStatus(
    connectionMessage || returns || (silent === undefined ? '' : `No answer from the room for ${silent} s …`),
  )
}

function onClientChange(subject: ChangedPart): void {
  scene.requestFrame()
  if (subject === 'line') talk.add()
  if (subject === 'inventory') pointing.show()
  if (subject === 'login') showLoginStage()
  if (subject !== 'line' && subject !== 'attack') bag.show()
}

function showLoginStage(): void {
  const { stage, isReconnecting } = client.login
  const isAtDoor = stage === 'form' || (stage === 'entering' && !isReconnecting)
  for (const part of [scene.element, sheets.element, pad]) part.inert = isAtDoor
  if (stage === 'form') loginForm.show()
  if (stage !== 'playing') return
  const { credentials } = client.login
  // After a reconnect, the focus stays where it is, because the player may be typing.
  if (!loginForm.element.hidden) focusGame()
  if (credentials) loginForm.hide(credentials)
}

// ---- Keys
// ------------------------------------------------------------------------------------------------------------

const keys = new KeyBindings<ActionName>('arcane-sector', actions, {
  pressed(action, again) {
    const way = moveOfAction[action]
    if (again || !client.isPlaying) return
    if (way !== undefined) {
      client.stepRepeat.press(way)
      walk()
    } else performAction(action)
  },
  released(action) {
    const way = moveOfAction[action]
    if (way !== undefined) client.stepRepeat.release(way)
  },
})
const gamepadInput = new GamepadInput<ActionName>(keys, {
  buttons: {
    ...{ 0: 'here', 1: 'cast', 2: 'runes', 3: 'talk', 4: 'left', 5: 'right', 6: 'leftHand', 7: 'rightHand' },
    ...{ 12: 'forward', 13: 'backward', 14: 'turnLeft', 15: 'turnRight' },
  },
  stick: { left: 'turnLeft', right: 'turnRight', up: 'forward', down: 'backward' },
})
const pad = touchControls(keys)

function performAction(action: ActionName): void {
  const slot = slotByAction[action]
  if (slot !== undefined) return bag.press(slot)
  switch (action) {
    case 'turnLeft':
      return client.turn(moveDirections.left)
    case 'turnRight':
      return client.turn(moveDirections.right)
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
  focusGame()
}

let walkTimer: ReturnType<typeof setTimeout> | undefined
function walk(): void {
  clearTimeout(walkTimer)
  client.takeDueStep()
  const next = client.stepRepeat.next(performance.now())
  if (next !== undefined) walkTimer = setTimeout(walk, next)
}

// The first Tab opens the runes. Further Tabs move the focus, so that the picture never traps the focus.
scene.canvas.addEventListener('keydown', (event) => {
  if (event.key !== 'Tab' || event.shiftKey || !client.isPlaying || spell.shown) return
  event.preventDefault()
  openRunes()
})

// ---- The page
// --------------------------------------------------------------------------------------------------------

async function takeLand(): Promise<void> {
  const land = await landDownload
  if (land) {
    scene.land = land
    return
  }
  setTimeout(() => {
    landDownload = fetchLand(page.room)
    void takeLand()
  }, retryMs)
}

function fitView(): void {
  const { clientWidth, clientHeight } = page.container
  const isOnItsSide = phoneOnItsSide.matches
  const beside =
    clientWidth >= besideFrom.width || clientWidth > clientHeight * besideFrom.ratio || isOnItsSide
  page.container.classList.toggle('side-by-side', beside)
  page.container.classList.toggle('between-thumbs', isOnItsSide)
  const thumbs = isOnItsSide ? pad.offsetWidth : 0
  scene.fit(clientWidth - (beside ? sheets.element.offsetWidth : 0) - thumbs, clientHeight)
}

page.container.append(
  createElement('div', { class: 'ashore' }, scene.element, pad),
  sheets.element,
  loginForm.element,
)
page.addTool('Your character', characterIcon, () => showCharacter(client))
addStandardTools(page, {
  game: { slug: 'arcane-sector', title: 'Arcane Sector' },
  keys,
  sound,
  help: keyHelp(matchMedia('(pointer: coarse)').matches),
  reporting: {
    players: () => client.surroundings.mobs.flatMap(({ id, name }) => (id < maxPlayers ? name : [])),
    send: (words) => client.report(words),
    maxLength: 240,
  },
})
new ResizeObserver(fitView).observe(page.container)
phoneOnItsSide.addEventListener('change', fitView)
fitView()
showLoginStage()
void takeLand()
setInterval(() => {
  client.tick()
  gamepadInput.poll()
  showConnectionStatus()
}, tickMs)
addEventListener('pagehide', () => client.logOut())
