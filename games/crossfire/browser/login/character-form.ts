// Every step has a default, so that players can click straight through.

import {
  createElement,
  createLabelledField,
  createSecondaryButton,
  setText,
} from '../../../../browser/ui/elements.ts'
import type { Client } from '../client/client.ts'
import { abilityDisplayNames, type Choice, type NewCharacter } from '../client/state/character-creation.ts'

export function createCharacterForm(client: Client, back: () => void): HTMLElement {
  const form = createElement('form.making', createElement('p', 'Loading …'))
  const show = () => {
    if (!client.characterCreation.isKnown) return
    end()
    fillForm(form, client, back)
  }
  const end = client.events.on('characterCreation', show)
  client.characterCreation.ask()
  show()
  return form
}

function fillForm(form: HTMLFormElement, { characterCreation, login }: Client, back: () => void): void {
  const { races, classes, starts, minAbility, maxAbility } = characterCreation
  const name = createElement('input', {
    ...{ name: 'character', required: true, minlength: 2, maxlength: 32, autocomplete: 'off' },
    ...{ pattern: '[A-Za-z][A-Za-z0-9_\\-]*', spellcheck: 'false' },
    title: 'Letters, digits, _ and -. The first must be a letter.',
  })
  const place = createElement('p.quiet')
  const next = createElement('button', { type: 'submit' })
  const points = createElement('p', { 'aria-live': 'polite' })
  const usual = Math.floor(characterCreation.points / characterCreation.abilities.length)
  const value = Math.min(maxAbility, Math.max(minAbility, usual))
  const given = {
    type: 'number',
    inputmode: 'numeric',
    min: minAbility,
    max: maxAbility,
    value,
    required: true,
  }
  const abilities = characterCreation.abilities.map((ability) => ({
    ability,
    input: createElement('input', { ...given, name: ability, input: () => count() }),
    total: createElement('span.detail'),
  }))
  const rows = abilities.map(({ ability, input, total }) =>
    createElement('div.ability', createLabelledField(nameOf(ability), input), total),
  )
  const step = (title: string, ...content: HTMLElement[]) =>
    createElement('fieldset', createElement('legend', title), ...content)
  const steps = [
    step('Name', createElement('div', createLabelledField('Character name, visible to all players', name))),
    step('Race', createChoices('race', races)),
    step('Class', createChoices('class', classes)),
    step('Abilities', points, createElement('div.abilities', ...rows)),
    ...(starts.length > 1 ? [step('Start at', createChoices('start', starts))] : []),
  ]
  let at = 0

  const chosen = (): NewCharacter => {
    const picked = (name: string) =>
      form.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value
    const values = abilities.map(({ ability, input }) => [ability, Number(input.value)] as const)
    const [race, calling, start] = [picked('race'), picked('class'), picked('start')]
    return { name: name.value, race, class: calling, start, abilities: Object.fromEntries(values) }
  }
  const count = () => {
    const { race, class: calling, abilities: values } = chosen()
    const adds = [races.find(({ id }) => id === race), classes.find(({ id }) => id === calling)]
    const left = characterCreation.points - Object.values(values).reduce((sum, value) => sum + value, 0)
    const text = left === 0 ? 'All points are spent' : left < 0 ? 'points over' : 'points left'
    setText(points, left === 0 ? text : `${Math.abs(left)} ${text}`)
    for (const { ability, input, total } of abilities) {
      input.setCustomValidity(
        left < 0 ? `The abilities share ${characterCreation.points} points. Remove ${-left}.` : '',
      )
      const added = adds.reduce((sum, choice) => sum + (choice?.adds[ability.toLowerCase()] ?? 0), 0)
      setText(total, added === 0 ? '' : `${signed(added)}: ${Math.max(1, Number(input.value) + added)}`)
    }
  }
  /** Fields of later steps must not be validated yet. */
  const show = (to: number) => {
    at = to
    for (const [n, step] of steps.entries()) {
      step.hidden = n !== at
      step.disabled = n > at
    }
    setText(place, `Step ${at + 1} of ${steps.length}`)
    next.textContent = at + 1 === steps.length ? 'Begin' : 'Next'
    count()
    steps[at]?.querySelector<HTMLElement>('input:checked, input')?.focus()
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (at + 1 < steps.length) show(at + 1)
    else login.create(chosen(), characterCreation.encodeChoices(chosen()))
  })
  const goBack = createSecondaryButton('Back', () => (at > 0 ? show(at - 1) : back()))
  form.replaceChildren(place, ...steps, createElement('p.actions', next, goBack))
  show(0)
}

/** The ability's name for players; the server's name if the ability is unknown. */
const nameOf = (ability: string) =>
  Object.entries(abilityDisplayNames).find(([name]) => name === ability.toLowerCase())?.[1] ?? ability

function createChoices(name: string, all: readonly Choice[]): HTMLElement {
  const labels = all.map(({ id, name: title, text, adds }, n) => {
    const input = createElement('input', { type: 'radio', name, value: id, checked: n === 0, required: true })
    const lines = [text.trim(), formatBonuses(adds)].map((line) => createElement('span.detail', line))
    return createElement(
      'label.choice',
      input,
      createElement('span', createElement('strong', title), ...lines),
    )
  })
  return createElement('div.choices', ...labels)
}

function formatBonuses(adds: Choice['adds']): string {
  const all = Object.entries(adds).filter(([, value]) => value !== 0)
  return all.map(([ability, value]) => `${nameOf(ability)} ${signed(value)}`).join(', ')
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${value}`
