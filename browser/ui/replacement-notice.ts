// While the player types a text, a notice lists the characters that the game cannot show.
import { toSendableText } from '../../wire/util/sendable-text.ts'
import { createElement, setText } from './elements.ts'

/** The notice lists at most this number of replaced characters. */
const maxNamed = 3

/**
 * For example `ö is sent as o, 😀 as ?.` Empty if all characters can be sent. `canSend`: one of `sendableCharacters`.
 */
export function replacementText(typed: string, canSend: RegExp): string {
  const { replacements } = toSendableText(typed, canSend)
  const [first, ...rest] = replacements.slice(0, maxNamed)
  if (!first) return ''
  const others = rest.map(({ from, to }) => `, ${from} as ${to}`)
  return `This game has fewer letters: ${first.from} is sent as ${first.to}${others.join('')}${replacements.length > maxNamed ? ', …' : '.'}`
}

/** Screen readers announce the notice. */
export function createReplacementNotice(input: HTMLInputElement, canSend: RegExp): HTMLElement {
  const notice = createElement('p.replacements', { role: 'status' })
  const update = () => setText(notice, replacementText(input.value, canSend))
  for (const event of ['input', 'blur', 'focus']) input.addEventListener(event, update)
  return notice
}
