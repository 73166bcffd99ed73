// Making a character, step by step. Each step has a choice made already, so that who does not care goes straight through.

import { button, field, make, write } from '../../../../browser/elements.ts'
import type { Client } from '../client/client.ts'
import type { Choice, NewCharacter } from '../client/making.ts'

interface Step {
  readonly title: string
  readonly content: HTMLElement
}

export function makingForm(client: Client, back: () => void): HTMLElement {
  const form = make('form', { method: 'dialog', class: 'making' }, make('p', {}, 'One moment …'))
  const show = () => {
    if (!client.making.isKnown) return
    end()
    new MakingForm(client, form, back)
  }
  const end = client.events.on('making', show)
  client.making.ask()
  show()
  return form
}

class MakingForm {
  readonly #client: Client
  readonly #form: HTMLFormElement
  readonly #back: () => void
  readonly #name = make('input', {
    ...{
      name: 'character',
      required: true,
      minlength: 2,
      maxlength: 32,
      pattern: '[A-Za-z][A-Za-z0-9_\\-]*',
    },
    ...{
      autocomplete: 'off',
      spellcheck: 'false',
      title: 'Letters, digits, _ and -, beginning with a letter',
    },
  })
  readonly #points = make('p', { 'aria-live': 'polite' })
  readonly #inputs = new Map<string, HTMLInputElement>()
  readonly #totals = new Map<string, HTMLElement>()
  readonly #steps: readonly Step[]
  readonly #place = make('p', { class: 'quiet' })
  readonly #next = make('button', { type: 'submit' })
  #at = 0

  constructor(client: Client, form: HTMLFormElement, back: () => void) {
    const { making } = client
    this.#client = client
    this.#form = form
    this.#back = back
    const name = field('Its name, which all will read over its head', this.#name)
    this.#steps = [
      { title: 'Name', content: make('div', {}, name) },
      { title: 'Race', content: choices('race', making.races) },
      { title: 'Class', content: choices('class', making.classes) },
      { title: 'Abilities', content: this.#abilities() },
      ...(making.starts.length > 1 ? [{ title: 'Begin at', content: choices('start', making.starts) }] : []),
    ]
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (this.#at + 1 < this.#steps.length) this.#show(this.#at + 1)
      else this.#create()
    })
    form.replaceChildren(
      this.#place,
      ...this.#steps.map(({ title, content }) => make('fieldset', {}, make('legend', {}, title), content)),
      make(
        'p',
        { class: 'actions' },
        this.#next,
        button('Back', () => this.#goBack(), { class: 'second' }),
      ),
    )
    this.#show(0)
  }

  /** What stands in other steps is not checked before one is there. */
  #show(at: number): void {
    this.#at = at
    const sets = [...this.#form.querySelectorAll('fieldset')]
    for (const [n, set] of sets.entries()) {
      set.hidden = n !== at
      set.disabled = n > at
    }
    write(this.#place, `Step ${at + 1} of ${this.#steps.length}`)
    this.#next.textContent = at + 1 === this.#steps.length ? 'Begin' : 'Next'
    this.#count()
    sets[at]?.querySelector<HTMLElement>('input:checked, input')?.focus()
  }

  #goBack(): void {
    if (this.#at > 0) this.#show(this.#at - 1)
    else this.#back()
  }

  #abilities(): HTMLElement {
    const { abilities, points, least, highest } = this.#client.making
    const usual = Math.min(highest, Math.max(least, Math.floor(points / abilities.length)))
    const rows = abilities.map((ability) => {
      const input = make('input', {
        ...{ type: 'number', name: ability, min: least, max: highest, value: usual, required: true },
        ...{ inputmode: 'numeric', input: () => this.#count() },
      })
      const total = make('span', { class: 'detail' })
      this.#inputs.set(ability, input)
      this.#totals.set(ability, total)
      return make('div', { class: 'ability' }, field(names[ability.toLowerCase()] ?? ability, input), total)
    })
    return make('div', {}, this.#points, make('div', { class: 'abilities' }, ...rows))
  }

  /** What is left of the points, and what each will be with what race and class add. */
  #count(): void {
    const { points, races, classes } = this.#client.making
    const chosen = this.#chosen()
    const adds = [races.find(({ id }) => id === chosen.race), classes.find(({ id }) => id === chosen.class)]
    const spent = Object.values(chosen.abilities).reduce((sum, value) => sum + value, 0)
    const left = points - spent
    write(
      this.#points,
      left < 0 ? `${-left} points too many` : left === 0 ? 'All points are spent' : `${left} points left`,
    )
    for (const [ability, input] of this.#inputs) {
      input.setCustomValidity(left < 0 ? `All together have ${points} points; take ${-left} away.` : '')
      const added = adds.reduce((sum, choice) => sum + (choice?.adds[ability.toLowerCase()] ?? 0), 0)
      const sign = added > 0 ? '+' : ''
      write(
        this.#totals.get(ability)!,
        added === 0 ? '' : `${sign}${added}: ${Math.max(1, Number(input.value) + added)}`,
      )
    }
  }

  #chosen(): NewCharacter {
    const picked = (name: string) =>
      this.#form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value
    const abilities = [...this.#inputs].map(([name, { value }]) => [name, Number(value)] as const)
    return {
      name: this.#name.value,
      race: picked('race'),
      class: picked('class'),
      start: picked('start'),
      abilities: Object.fromEntries(abilities),
    }
  }

  #create(): void {
    const { door, making } = this.#client
    const chosen = this.#chosen()
    door.create(chosen, making.chosen(chosen))
  }
}

const names: { readonly [ability: string]: string } = {
  str: 'Strength',
  dex: 'Dexterity',
  con: 'Constitution',
  int: 'Intelligence',
  wis: 'Wisdom',
  pow: 'Power',
  cha: 'Charisma',
}

function choices(name: string, all: readonly Choice[]): HTMLElement {
  return make(
    'div',
    { class: 'choices' },
    ...all.map((choice, n) =>
      make(
        'label',
        { class: 'choice' },
        make('input', { type: 'radio', name, value: choice.id, checked: n === 0, required: true }),
        make(
          'span',
          {},
          make('strong', {}, choice.name),
          make('span', { class: 'detail' }, choice.text.trim()),
          make('span', { class: 'detail' }, addsOf(choice)),
        ),
      ),
    ),
  )
}

function addsOf({ adds }: Choice): string {
  return Object.entries(adds)
    .filter(([, value]) => value !== 0)
    .map(([ability, value]) => `${names[ability] ?? ability} ${value > 0 ? '+' : ''}${value}`)
    .join(', ')
}
