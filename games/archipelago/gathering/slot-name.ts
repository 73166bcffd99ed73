// [AP-16.3]

/** Maximum length of a name in code points. The generator cuts longer names. */
const maxNameLength = 16
/**
 * Maximum length of a template in UTF-16 units. A limit is needed because all templates are expanded whenever a file is
 * submitted.
 */
const maxTemplateLength = 100
const reservedNames: readonly string[] = ['archipelago']

/** Why the generator would reject the name, for example `is reserved`. Undefined if the name is valid. */
export function nameTemplateProblem(template: string): string | undefined {
  if (template.length > maxTemplateLength) return 'is too long'
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(template)) return 'has a control character'
  if (/[{}]/.test(replacePlaceholders(template, () => '')))
    return 'has braces other than {player}, {PLAYER}, {number} and {NUMBER}'
  const name = expandNameTemplate(template, 1, 1)
  if (name === '') return 'is empty'
  if (reservedNames.includes(name.toLowerCase())) return 'is reserved'
  return undefined
}

/**
 * `player`: the number of the slot. `number`: the number of the slot among the slots with the same template, from 1.
 */
export function expandNameTemplate(template: string, player: number, number: number): string {
  const values: { readonly [name: string]: string } = {
    number: `${number}`,
    NUMBER: number > 1 ? `${number}` : '',
    player: `${player}`,
    PLAYER: player > 1 ? `${player}` : '',
  }
  const expanded = template
    .split('%%')
    .map((part) => part.replaceAll('%number%', '{number}').replaceAll('%player%', '{player}'))
    .join('%')
  const name = replacePlaceholders(expanded, (name) => values[name]!)
  return [...name.trim()].slice(0, maxNameLength).join('').trim()
}

function replacePlaceholders(template: string, valueFor: (name: string) => string): string {
  return template.replace(/\{(number|NUMBER|player|PLAYER)\}/g, (_, name: string) => valueFor(name))
}
