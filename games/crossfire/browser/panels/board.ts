// The game's whole window: the map with what hands need, how the player is, what he has, knows and reads. On a desk all of
// it is beside the map; on a small screen the panels are sheets that are called up over it.

import { button, make, write } from '../../../../browser/elements.ts'
import { type Player, usualTools } from '../../../../browser/player.ts'
import type { Client } from '../client/client.ts'
import { ground } from '../client/items.ts'
import type { ActionName } from './actions.ts'
import { bars } from './bars.ts'
import { Belongings } from './belongings.ts'
import { character } from './character.ts'
import { CommandLine } from './command-line.ts'
import { fingers } from './fingers.ts'
import { Hands } from './hands.ts'
import { journal } from './journal.ts'
import { MacroList } from './macro-list.ts'
import { keepMacros } from './macros.ts'
import { Noises } from './noises.ts'
import { pickupForm } from './pickup.ts'
import { Pictures } from './pictures.ts'
import { answerQuestions } from './question.ts'
import { spellbook } from './spellbook.ts'
import { Talk } from './talk.ts'
import { takesDrops } from './thing-list.ts'
import { directionTo } from './walking.ts'

/** The map on the screen, as far as hands need to know. */
export interface Stage {
  readonly element: HTMLElement
  /** The cell under a point of the window, counted from the player. */
  placeAt(point: { readonly clientX: number; readonly clientY: number }): {
    readonly dx: number
    readonly dy: number
  }
}

type PanelName = 'things' | 'spells' | 'you' | 'room' | 'setup' | 'talk'
const panelNames: readonly (readonly [name: PanelName, says: string])[] = [
  ['things', 'Things'],
  ['spells', 'Spells'],
  ['you', 'You'],
  ['room', 'Room'],
  ['setup', 'Setup'],
  ['talk', 'Talk'],
]

const help = [
  'Walk with the arrows, the number pad or hjkl and yubn; or tap where you want to go.',
  'Walk into a monster to hit it, into a door to open it. With Shift you fire that way, with Ctrl you run.',
  'A applies what is under you (stairs, levers, beds), comma picks it up.',
  'A click on a thing tells what can be done with it; things can be dragged. I and G get there by keyboard.',
  'Enter talks, an apostrophe or a slash types a command: /help tells them all.',
  'Every key can be changed with ⌨, and Setup has macros and what is picked up by itself.',
]

export class Board {
  readonly element: HTMLElement
  readonly #panels = new Map<PanelName, HTMLElement>()
  readonly #tabs = new Map<PanelName, HTMLButtonElement>()
  readonly #isSmall = matchMedia('(max-width: 56rem)')
  readonly #belongings: Belongings
  readonly #commandLine: CommandLine
  readonly #talk: Talk
  readonly #hands: Hands
  #open: PanelName | undefined

  constructor(client: Client, on: Player, stage: Stage) {
    const pictures = new Pictures(client)
    const count = make('p', { class: 'count', role: 'status' })
    this.#hands = new Hands(client, {
      own: (action) => this.#own(action),
      counted: (typed) => write(count, typed > 0 ? `× ${typed}` : ''),
    })
    const events = { takeCount: () => this.#hands.takeCount() }
    const noises = new Noises(client)
    this.#belongings = new Belongings(client, pictures, events)
    this.#talk = new Talk(client, (tab) =>
      this.#commandLine.talk(tab === 'all' ? 'say' : tab === 'chat' ? 'chat' : 'gsay'),
    )
    this.#commandLine = new CommandLine(client, () => stage.element.focus())
    this.#panels.set('things', this.#panel('things', 'What you have', this.#belongings.element))
    this.#panels.set('spells', this.#panel('spells', 'Spells', spellbook(client, pictures)))
    this.#panels.set('you', this.#panel('you', 'You', character(client, pictures)))
    this.#panels.set('room', this.#panel('room', 'Room and party', journal(client, pictures)))
    this.#panels.set('setup', this.#panel('setup', 'Setup', ...this.#setup(client, noises)))
    this.#panels.set(
      'talk',
      make(
        'div',
        { class: 'panel panel-talk', id: 'panel-talk' },
        this.#talk.element,
        this.#commandLine.element,
      ),
    )
    const middle = make(
      'div',
      { class: 'middle' },
      stage.element,
      bars(client),
      count,
      fingers(this.#hands.keys),
    )
    this.element = make('div', { class: 'game' }, middle, this.#navigation(), ...this.#panels.values())
    this.#takesTaps(client, stage, events)
    answerQuestions(client)
    this.#show(this.#isSmall.matches ? undefined : 'things')
    this.#isSmall.addEventListener('change', () => this.#show(this.#isSmall.matches ? undefined : 'things'))
    // At the door nothing of it is to be reached.
    this.element.inert = true
    client.events.on('stage', (stage) => {
      this.element.inert = stage !== 'playing'
    })
    const game = { slug: 'crossfire', title: 'Crossfire' }
    // Not before there is anything to be helped with: at the door it would lie over the form.
    const end = client.events.on('stage', (stage) => {
      if (stage !== 'playing') return
      end()
      usualTools(on, { game, keys: this.#hands.keys, sound: noises.sound, help })
    })
  }

  #panel(name: PanelName, says: string, ...content: readonly HTMLElement[]): HTMLElement {
    const close = button('Close', () => this.#own('stop'), { class: 'second close' })
    const heading = make('h2', { tabindex: -1 }, says)
    return make(
      'section',
      { class: `panel panel-${name}`, id: `panel-${name}`, 'aria-label': says },
      make('header', {}, heading, close),
      ...content,
    )
  }

  #setup(client: Client, noises: Noises): HTMLElement[] {
    const list = new MacroList({
      changed: (macros) => {
        this.#hands.useMacros(macros)
        keepMacros(client.items.self?.name ?? '', macros)
      },
      run: ({ text }) => this.#hands.run(text),
    })
    client.events.on('self', (self) => self && list.show(this.#hands.macros))
    const music = make('input', {
      type: 'checkbox',
      change: () => Object.assign(noises, { music: music.checked }),
    })
    music.checked = noises.music
    return [
      pickupForm(client),
      make('h3', {}, 'Macros'),
      list.element,
      make('h3', {}, 'Sound'),
      make('label', { class: 'field' }, music, make('span', {}, 'Music')),
    ]
  }

  #navigation(): HTMLElement {
    for (const [name, says] of panelNames) {
      const tab = button(says, () => this.#toggle(name), { class: 'tab', 'aria-controls': `panel-${name}` })
      this.#tabs.set(name, tab)
    }
    return make('nav', { class: 'panels-nav', 'aria-label': 'Panels' }, ...this.#tabs.values())
  }

  #toggle(name: PanelName): void {
    if (this.#open === name && this.#isSmall.matches) return this.#show(undefined)
    this.#show(name)
  }

  #show(name: PanelName | undefined): void {
    this.#open = name
    this.element.dataset.open = name ?? ''
    for (const [one, tab] of this.#tabs) tab.setAttribute('aria-expanded', `${one === name}`)
  }

  /** To a panel, and into it. */
  #go(name: PanelName, focus: () => void): void {
    this.#show(name)
    focus()
  }

  #own(action: ActionName): void {
    switch (action) {
      case 'say':
      case 'chat':
      case 'command':
        if (this.#isSmall.matches) this.#show('talk')
        return this.#commandLine.open(action === 'command' ? '' : action)
      case 'again':
        return this.#commandLine.again()
      case 'pack':
        return this.#go('things', () => this.#belongings.focusPack())
      case 'ground':
        return this.#go('things', () => this.#belongings.focusGround())
      case 'spells':
        return this.#go('spells', () => this.#into('spells'))
      case 'character':
        return this.#go('you', () => this.#into('you'))
      case 'messages':
        if (this.#isSmall.matches) this.#show('talk')
        return this.#talk.focus()
      case 'stop':
        this.#hands.stop()
        if (this.#isSmall.matches) this.#show(undefined)
        return this.#stage.focus()
    }
  }

  #into(name: PanelName): void {
    const panel = this.#panels.get(name)
    const first = panel?.querySelector<HTMLElement>('.rows button, select') ?? panel?.querySelector('h2')
    first?.focus()
  }

  get #stage(): HTMLElement {
    return this.element.querySelector<HTMLElement>('.stage')!
  }

  #takesTaps(client: Client, stage: Stage, events: { takeCount(): number }): void {
    const { element } = stage
    element.classList.add('stage')
    element.tabIndex = 0
    takesDrops(element, client, () => ground, events)
    element.addEventListener('click', (event) => {
      const { dx, dy } = stage.placeAt(event)
      if (!event.shiftKey) return this.#hands.taps.walk(dx, dy)
      // One shot that way; held fire belongs to keys and pads.
      client.commands.fire(directionTo(dx, dy))
      client.commands.stop()
    })
    element.addEventListener('contextmenu', (event) => {
      event.preventDefault()
      const { dx, dy } = stage.placeAt(event)
      client.map.lookAt(dx, dy)
    })
  }
}
