// On wide screens the panels are beside the map; on small screens they open as sheets over it.

import { addStandardTools, type PlayerPage } from '../../../../browser/player/player.ts'
import {
  createButton,
  createElement,
  createLabelledField,
  onContextMenu,
  setText,
} from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { groundLocation } from '../client/state/items.ts'
import type { FaceImages } from '../components/face-image.ts'
import { showQuestions } from '../components/question-form.ts'
import { type ActionName, capitalize } from '../input/actions.ts'
import { createCommandLine } from '../input/command-line.ts'
import { createGameInput } from '../input/keyboard.ts'
import { createMacroEditor } from '../input/macro-list.ts'
import { saveMacros } from '../input/macros.ts'
import { createTouchControls } from '../input/touch-buttons.ts'
import { directionOfOffset } from '../input/walking.ts'
import { createInventoryPanel } from '../inventory/inventory-panel.ts'
import { acceptItemDrops } from '../inventory/item-list.ts'
import { createPickupForm } from '../inventory/pickup-mode.ts'
import type { MapView } from '../map-view/map-view.ts'
import { createCharacterPanel } from './character.ts'
import { MessageLog } from './message-log.ts'
import { createQuestJournal } from './quest-journal.ts'
import { createSoundPlayer } from './sound-player.ts'
import { createSpellbookPanel } from './spellbook.ts'
import { createStatusBars } from './status-bars.ts'

const panelNames = ['things', 'spells', 'you', 'room', 'setup', 'talk'] as const
type PanelName = (typeof panelNames)[number]

const keyboardHelp = [
  'Walk with W, A, S, D or the arrow keys, or click where you want to go. Hold Ctrl to run, Shift to fire in that direction.',
  'Walk into a monster to hit it, into a door to open it.',
  'Press E to use what is under you: stairs, signs, levers, beds. Comma picks it up.',
  'Click an item in a list to see its actions, or drag the item.',
  'Press Enter to talk. Type a slash for a command; /help lists all commands.',
  '⌨ lists all keys; you can change them. Setup has macros and automatic pickup.',
]
const touchHelp = [
  'Tap where you want to go, or hold the pad. Long-press a place to see what is there.',
  'Walk into a monster to hit it, into a door to open it.',
  'Take picks up what is under you. Apply uses it: stairs, signs, levers, beds.',
  'Walk switches the pad to running or firing.',
  'Things lists what you carry. Tap one to see its actions.',
  'Talk shows messages and chat. /help lists all commands.',
]

export class GameScreen {
  readonly element: HTMLElement
  readonly #panels: { readonly [name in PanelName]: HTMLElement }
  readonly #tabs = panelNames.map((name) =>
    createButton(capitalize(name), () => this.#toggle(name), {
      class: 'tab',
      'aria-controls': `panel-${name}`,
    }),
  )
  readonly #isSmall = matchMedia('(max-width: 56rem), (max-height: 30rem)')
  readonly #mapView: MapView
  readonly #belongings: ReturnType<typeof createInventoryPanel>
  readonly #commandLine: ReturnType<typeof createCommandLine>
  readonly #messageLog: MessageLog
  readonly #input: ReturnType<typeof createGameInput>

  constructor(client: Client, on: PlayerPage, mapView: MapView, pictures: FaceImages) {
    this.#mapView = mapView
    const count = createElement('p.count', { role: 'status' })
    this.#input = createGameInput(client, {
      onBrowserAction: (action) => this.#handleOwnAction(action),
      onCountChanged: (typed) => setText(count, typed > 0 ? `× ${typed}` : ''),
    })
    const heard = createSoundPlayer(client)
    this.#belongings = createInventoryPanel(client, pictures, this.#input)
    this.#messageLog = new MessageLog(client, (tab) =>
      this.#commandLine.talk(tab === 'all' ? 'say' : tab === 'chat' ? 'chat' : 'gsay'),
    )
    this.#commandLine = createCommandLine(client, () => mapView.element.focus())
    const talk = { id: 'panel-talk' }
    this.#panels = {
      things: this.#panel('things', 'Inventory', this.#belongings.element),
      spells: this.#panel('spells', 'Spells', createSpellbookPanel(client, pictures)),
      you: this.#panel('you', 'You', createCharacterPanel(client, pictures)),
      room: this.#panel('room', 'Room and party', createQuestJournal(client, pictures)),
      setup: this.#panel('setup', 'Setup', ...this.#setup(client, heard)),
      talk: createElement('div.panel.panel-talk', talk, this.#messageLog.element, this.#commandLine.element),
    }
    const middle = createElement(
      'div.middle',
      mapView.element,
      createStatusBars(client),
      count,
      createTouchControls(this.#input.keys),
    )
    const tabs = createElement('nav.panels-nav', { 'aria-label': 'Panels' }, ...this.#tabs)
    // During login the screen cannot have the focus.
    this.element = createElement('div.game', { inert: true }, middle, tabs, ...Object.values(this.#panels))
    this.#handleTaps(client)
    showQuestions(client)
    const show = () => this.#show(this.#isSmall.matches ? undefined : 'things')
    show()
    this.#isSmall.addEventListener('change', show)
    let isNew = true
    client.events.on('stage', (stage) => {
      this.element.inert = stage !== 'playing'
      if (stage !== 'playing' || !isNew) return
      isNew = false
      // The help is added only when play starts, because during login it would cover the form.
      const game = { slug: 'crossfire', title: 'Crossfire' }
      const help = matchMedia('(pointer: coarse)').matches ? touchHelp : keyboardHelp
      addStandardTools(on, {
        ...{ game, keys: this.#input.keys, sound: heard.sound, help },
        reporting: {
          players: () => this.#commandLine.people(),
          send(words) {
            const isConnected = !client.login.isLoggingInAgain
            if (isConnected) client.commands.send(`report ${words}`)
            return isConnected
          },
          maxLength: 400,
        },
      })
    })
  }

  #panel(name: PanelName, title: string, ...content: readonly HTMLElement[]): HTMLElement {
    const close = createButton('Close', () => this.#handleOwnAction('stop'), { class: 'second close' })
    const header = createElement('header', createElement('h2', { tabindex: -1 }, title), close)
    const given = { class: `panel panel-${name}`, id: `panel-${name}`, 'aria-label': title }
    return createElement('section', given, header, ...content)
  }

  #setup(client: Client, heard: ReturnType<typeof createSoundPlayer>): HTMLElement[] {
    const list = createMacroEditor({
      changed: (macros) => {
        this.#input.macros = macros
        saveMacros(client.items.player?.name ?? '', macros)
      },
      run: ({ text }) => this.#input.run(text),
    })
    client.events.on('stage', (stage) => stage === 'playing' && list.show(this.#input.macros))
    const change = () => heard.wantMusic(music.checked)
    const music = createElement('input', { type: 'checkbox', checked: heard.music, change })
    const heading = (title: string) => createElement('h3', title)
    return [
      createPickupForm(client),
      heading('Macros'),
      list.element,
      heading('Sound'),
      createLabelledField('Music', music),
    ]
  }

  #toggle(name: PanelName): void {
    this.#show(this.element.dataset.open === name && this.#isSmall.matches ? undefined : name)
  }

  #show(name: PanelName | undefined): void {
    this.element.dataset.open = name ?? ''
    for (const tab of this.#tabs)
      tab.setAttribute('aria-expanded', `${tab.getAttribute('aria-controls') === `panel-${name}`}`)
  }

  #handleOwnAction(action: ActionName): void {
    const toTalk = () => this.#isSmall.matches && this.#show('talk')
    switch (action) {
      case 'say':
      case 'chat':
      case 'command':
        toTalk()
        return this.#commandLine.open(action === 'command' ? '' : action)
      case 'again':
        return this.#commandLine.again()
      case 'pack':
      case 'ground':
        this.#show('things')
        return this.#belongings[action === 'pack' ? 'pack' : 'here'].focus()
      case 'spells':
        return this.#into('spells')
      case 'character':
        return this.#into('you')
      case 'messages':
        toTalk()
        return this.#messageLog.focus()
      case 'stop':
        this.#input.stop()
        if (this.#isSmall.matches) this.#show(undefined)
        return this.#mapView.element.focus()
    }
  }

  #into(name: PanelName): void {
    this.#show(name)
    const panel = this.#panels[name]
    const first = panel.querySelector<HTMLElement>('.rows button, select') ?? panel.querySelector('h2')
    first?.focus()
  }

  #handleTaps(client: Client): void {
    const { element } = this.#mapView
    element.classList.add('stage')
    element.tabIndex = 0
    acceptItemDrops(element, client, () => groundLocation, this.#input)
    element.addEventListener('click', (event) => {
      const { dx, dy } = this.#mapView.placeAt(event)
      if (!event.shiftKey) return this.#input.taps.walk(dx, dy)
      // A click fires only once; keys and pads keep firing.
      client.commands.hold('fire', directionOfOffset(dx, dy))
      client.commands.stop()
    })
    onContextMenu(element, (event) => {
      const { dx, dy } = this.#mapView.placeAt(event)
      client.map.lookAt(dx, dy)
    })
  }
}
