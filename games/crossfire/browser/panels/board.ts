// The whole game window: the map, input, status bars, belongings, spells and messages. On wide screens the panels are
// beside the map; on small screens they open as sheets over it.

import { button, field, make, onMenu, write } from '../../../../browser/elements.ts'
import { type Player, usualTools } from '../../../../browser/player.ts'
import type { Client } from '../client/client.ts'
import { ground } from '../client/items.ts'
import { type ActionName, capital } from './actions.ts'
import { bars } from './bars.ts'
import { belongings } from './belongings.ts'
import { character } from './character.ts'
import { commandLine } from './command-line.ts'
import { fingers } from './fingers.ts'
import { hands } from './hands.ts'
import { journal } from './journal.ts'
import { macroList } from './macro-list.ts'
import { keepMacros } from './macros.ts'
import { noises } from './noises.ts'
import { pickupForm } from './pickup.ts'
import type { Pictures } from './pictures.ts'
import { answerQuestions } from './question.ts'
import { spellbook } from './spellbook.ts'
import { Talk } from './talk.ts'
import { takesDrops } from './thing-list.ts'
import { directionTo } from './walking.ts'

/** The map on the screen, as the input code needs it. */
export interface Stage {
  readonly element: HTMLElement
  /** The cell at a point of the window, relative to the player. */
  placeAt(point: { readonly clientX: number; readonly clientY: number }): {
    readonly dx: number
    readonly dy: number
  }
}

const panelNames = ['things', 'spells', 'you', 'room', 'setup', 'talk'] as const
type PanelName = (typeof panelNames)[number]

const helpForKeys = [
  'Walk with the arrow keys, or click where you want to go. With Ctrl you run, with Shift you fire that way.',
  'Walk into a monster to hit it, into a door to open it, onto a sign to read it.',
  'A applies what is under you (stairs, levers, beds), comma picks it up.',
  'A click on a thing in a list tells what can be done with it; things can be dragged, too.',
  'Enter talks, a slash types a command: /help tells them all.',
  'All keys are behind ⌨, and can be changed. Setup has macros, and what is picked up by itself.',
]
const helpForFingers = [
  'Tap where you want to go, or hold the pad. A long press tells what is there.',
  'Walk into a monster to hit it, into a door to open it, onto a sign to read it.',
  'Take picks up what is under you, Apply uses it: stairs, levers, beds.',
  'Walk is a switch: the pad then runs, or fires.',
  'Things has what you carry: tap one for what can be done with it.',
  'Talk is where you read and speak; /help tells all commands.',
]

export class Board {
  readonly element: HTMLElement
  readonly #panels: { readonly [name in PanelName]: HTMLElement }
  readonly #tabs = panelNames.map((name) =>
    button(capital(name), () => this.#toggle(name), { class: 'tab', 'aria-controls': `panel-${name}` }),
  )
  readonly #isSmall = matchMedia('(max-width: 56rem), (max-height: 30rem)')
  readonly #stage: Stage
  readonly #belongings: ReturnType<typeof belongings>
  readonly #commandLine: ReturnType<typeof commandLine>
  readonly #talk: Talk
  readonly #hands: ReturnType<typeof hands>

  constructor(client: Client, on: Player, stage: Stage, pictures: Pictures) {
    this.#stage = stage
    const count = make('p.count', { role: 'status' })
    this.#hands = hands(client, {
      own: (action) => this.#own(action),
      counted: (typed) => write(count, typed > 0 ? `× ${typed}` : ''),
    })
    const heard = noises(client)
    this.#belongings = belongings(client, pictures, this.#hands)
    this.#talk = new Talk(client, (tab) =>
      this.#commandLine.talk(tab === 'all' ? 'say' : tab === 'chat' ? 'chat' : 'gsay'),
    )
    this.#commandLine = commandLine(client, () => stage.element.focus())
    const talk = { id: 'panel-talk' }
    this.#panels = {
      things: this.#panel('things', 'What you have', this.#belongings.element),
      spells: this.#panel('spells', 'Spells', spellbook(client, pictures)),
      you: this.#panel('you', 'You', character(client, pictures)),
      room: this.#panel('room', 'Room and party', journal(client, pictures)),
      setup: this.#panel('setup', 'Setup', ...this.#setup(client, heard)),
      talk: make('div.panel.panel-talk', talk, this.#talk.element, this.#commandLine.element),
    }
    const middle = make('div.middle', stage.element, bars(client), count, fingers(this.#hands.keys))
    const tabs = make('nav.panels-nav', { 'aria-label': 'Panels' }, ...this.#tabs)
    // Not focusable during login.
    this.element = make('div.game', { inert: true }, middle, tabs, ...Object.values(this.#panels))
    this.#takesTaps(client)
    answerQuestions(client)
    const show = () => this.#show(this.#isSmall.matches ? undefined : 'things')
    show()
    this.#isSmall.addEventListener('change', show)
    let isNew = true
    client.events.on('stage', (stage) => {
      this.element.inert = stage !== 'playing'
      if (stage !== 'playing' || !isNew) return
      isNew = false
      // Added only when play starts: during login the help would cover the form.
      const game = { slug: 'crossfire', title: 'Crossfire' }
      const help = matchMedia('(pointer: coarse)').matches ? helpForFingers : helpForKeys
      usualTools(on, { game, keys: this.#hands.keys, sound: heard.sound, help })
    })
  }

  #panel(name: PanelName, says: string, ...content: readonly HTMLElement[]): HTMLElement {
    const close = button('Close', () => this.#own('stop'), { class: 'second close' })
    const header = make('header', make('h2', { tabindex: -1 }, says), close)
    const given = { class: `panel panel-${name}`, id: `panel-${name}`, 'aria-label': says }
    return make('section', given, header, ...content)
  }

  #setup(client: Client, heard: ReturnType<typeof noises>): HTMLElement[] {
    const list = macroList({
      changed: (macros) => {
        this.#hands.macros = macros
        keepMacros(client.items.self?.name ?? '', macros)
      },
      run: ({ text }) => this.#hands.run(text),
    })
    client.events.on('self', (self) => self && list.show(this.#hands.macros))
    const change = () => heard.wantMusic(music.checked)
    const music = make('input', { type: 'checkbox', checked: heard.music, change })
    const heading = (says: string) => make('h3', says)
    return [pickupForm(client), heading('Macros'), list.element, heading('Sound'), field('Music', music)]
  }

  #toggle(name: PanelName): void {
    this.#show(this.element.dataset.open === name && this.#isSmall.matches ? undefined : name)
  }

  #show(name: PanelName | undefined): void {
    this.element.dataset.open = name ?? ''
    for (const tab of this.#tabs)
      tab.setAttribute('aria-expanded', `${tab.getAttribute('aria-controls') === `panel-${name}`}`)
  }

  /** Runs an action in the browser. */
  #own(action: ActionName): void {
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
        return this.#talk.focus()
      case 'stop':
        this.#hands.stop()
        if (this.#isSmall.matches) this.#show(undefined)
        return this.#stage.element.focus()
    }
  }

  #into(name: PanelName): void {
    this.#show(name)
    const panel = this.#panels[name]
    const first = panel.querySelector<HTMLElement>('.rows button, select') ?? panel.querySelector('h2')
    first?.focus()
  }

  #takesTaps(client: Client): void {
    const { element } = this.#stage
    element.classList.add('stage')
    element.tabIndex = 0
    takesDrops(element, client, () => ground, this.#hands)
    element.addEventListener('click', (event) => {
      const { dx, dy } = this.#stage.placeAt(event)
      if (!event.shiftKey) return this.#hands.taps.walk(dx, dy)
      // A single shot in that direction; only keys and pads hold fire.
      client.commands.hold('fire', directionTo(dx, dy))
      client.commands.stop()
    })
    onMenu(element, (event) => {
      const { dx, dy } = this.#stage.placeAt(event)
      client.map.lookAt(dx, dy)
    })
  }
}
