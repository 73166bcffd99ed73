export type NameSource = 'spells' | 'skills' | 'pack' | 'ground' | 'people' | 'party words'

/** The offered commands, each with the kind of its argument. Players can also type commands that are not listed. */
export const commandWords: { readonly [word: string]: NameSource | undefined } = {
  ...words('spells', 'cast invoke'),
  ...words('skills', 'use_skill ready_skill'),
  ...words('pack', 'drop mark throw inscribe apply use give'),
  ...words('ground', 'take get examine'),
  ...words('people', 'tell'),
  ...words('party words', 'party'),
  ...words(undefined, 'north northeast east southeast south southwest west northwest stay'),
  ...words(undefined, 'run run_stop fire fire_stop dropall pickup rotateshoottype brace peaceful'),
  ...words(undefined, 'say me shout chat reply gsay listen title afk set passwd save quit help'),
  ...words(
    undefined,
    'who report whereabouts mapinfo hiscore quests reputation motd news rules time statistics magicmap',
  ),
  ...words(undefined, 'inventory body resistances spells skills search disarm pray pay cointoss orcknuckle'),
  ...words(
    'people',
    `accuse beg bleed blush bounce bow burp cackle chuckle clap cough cringe cry dance flip frown gasp giggle glare grin
     groan growl hiccup hug kiss laugh lick nod poke pout puke scream shake shiver shrug sigh slap smile smirk snap sneeze
     snicker sniff snore spit strut sulk thank think twiddle wave whistle wink yawn`,
  ),
}

/** [CF-18.1] */
export const partyWords = ['form', 'join', 'leave', 'list', 'who', 'say', 'passwd', 'help'] as const

function words(
  names: NameSource | undefined,
  list: string,
): { readonly [word: string]: NameSource | undefined } {
  return Object.fromEntries(list.split(/\s+/).map((word) => [word, names]))
}

/** Returns whole lines. `namesOf`: returns the current names of a kind. */
export function completions(text: string, namesOf: (names: NameSource) => readonly string[]): string[] {
  const [, count = '', rest = ''] = /^(\d+ )?(.*)$/s.exec(text)!
  const space = rest.indexOf(' ')
  if (space < 0) return startingWith(Object.keys(commandWords), rest).map((word) => `${count}${word} `)
  const [word, typed] = [rest.slice(0, space).toLowerCase(), rest.slice(space + 1)]
  const names = Object.hasOwn(commandWords, word) ? commandWords[word] : undefined
  if (!names) return []
  return startingWith([...new Set(namesOf(names))], typed).map((name) => `${count}${word} ${name}`)
}

function startingWith(names: readonly string[], typed: string): string[] {
  const start = typed.toLowerCase()
  return names.filter((name) => name.toLowerCase().startsWith(start) && name.toLowerCase() !== start).sort()
}

export class InputHistory {
  readonly #lines: string[] = []
  #at = 0
  /** The text that the player had typed but not sent before recalling earlier lines. */
  #draft = ''

  keep(line: string): void {
    if (this.#lines.at(-1) !== line) this.#lines.push(line)
    if (this.#lines.length > maxHistoryLines) this.#lines.shift()
    this.#at = this.#lines.length
  }

  get last(): string | undefined {
    return this.#lines.at(-1)
  }

  /** `now`: the current text of the line. */
  earlier(now: string): string {
    if (this.#at === this.#lines.length) this.#draft = now
    this.#at = Math.max(0, this.#at - 1)
    return this.#lines[this.#at] ?? now
  }

  later(now: string): string {
    if (this.#at >= this.#lines.length) return now
    this.#at++
    return this.#at === this.#lines.length ? this.#draft : (this.#lines[this.#at] ?? now)
  }
}

/** Maximum number of sent lines that the player can recall. They are lost when the page closes. */
const maxHistoryLines = 100
