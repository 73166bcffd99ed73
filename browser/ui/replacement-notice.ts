// A notice, shown before a text is sent, of its characters that the game cannot show.
import { toSendableText } from '../../wire/util/sendable-text.ts'
import { createElement, setText } from './elements.ts'

/** Maximum number of replacements in the notice. */
const maxNamed = 3

/** `ö is sent as o, 😀 as ?.` Empty if everything can be sent. `canSend`: one of `sendableCharacters`. */
export function replacementText(typed: string, canSend: RegExp): string {
  const { replacements } = toSendableText(typed, canSend)
  const [first, ...rest] = replacements.slice(0, maxNamed)
  if (!first) return ''
  const others = rest.map(({ from, to }) => `, ${from} as ${to}`)
  return `This game has fewer letters: ${first.from} is sent as ${first.to}${others.join('')}${replacements.length > maxNamed ? ', …' : '.'}`
}

/** A line that follows what is typed into `input`. Screen readers announce it. */
export function createReplacementNotice(input: HTMLInputElement, canSend: RegExp): HTMLElement {
  const notice = createElement('p.replacements', { role: 'status' })
  const update = () => setText(notice, replacementText(input.value, canSend))
  for (const event of ['input', 'blur', 'focus']) input.addEventListener(event, update)
  return notice
}
