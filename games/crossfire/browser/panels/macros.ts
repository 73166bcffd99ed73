// Macros: commands under one key, done one after the other as fast as the player can, and no faster. Kept in this browser
// for each character.
import { keep, kept } from '../../../../browser/kept.ts'
import { type Commands, mostOpen } from '../client/commands.ts'
import type { Events } from '../client/events.ts'
import type { Told } from '../client/told.ts'

export interface Macro {
  readonly name: string
  /** As `chordOf` writes it; empty: none. */
  readonly key: string
  /** Commands with `;` or line feeds between them: `cast light; 3 north`. */
  readonly text: string
}

/** Of one character. */
export const mostMacros = 40
/** Of one macro. */
export const mostText = 1000
/** Commands that one macro comes to, all repetitions counted. */
const mostCommands = 200

export function macrosOf(character: string): readonly Macro[] {
  const found = kept(`crossfire macros ${character}`)
  return Array.isArray(found) ? found.filter(isMacro).slice(0, mostMacros) : []
}

export function keepMacros(character: string, macros: readonly Macro[]): void {
  keep(`crossfire macros ${character}`, macros.slice(0, mostMacros))
}

function isMacro(one: unknown): one is Macro {
  if (typeof one !== 'object' || one === null) return false
  const { name, key, text } = one as { [field: string]: unknown }
  return typeof name === 'string' && typeof key === 'string' && typeof text === 'string'
}

/** Of these a count says how often, since nothing else could be meant by it. */
const repeated = new Set([
  ...['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest', 'stay'],
  ...['search', 'pray', 'use_skill', 'cast', 'invoke', 'disarm'],
])

export interface Said {
  readonly text: string
  /** How many; 0: not said. */
  readonly count: number
}

/** One by one. A count in front says how many are meant, or how often something is done again. */
export function commandsIn(text: string): Said[] {
  const lines = text.split(/[;\n]/).map((line) => line.trim().replace(/^\//, ''))
  const said = lines.filter(Boolean).flatMap((line) => {
    const [, digits, counted] = /^(\d{1,9})\s+(.+)$/.exec(line) ?? []
    if (digits === undefined || counted === undefined) return [{ text: line, count: 0 }]
    const count = Number(digits)
    const again = repeated.has(counted.split(' ', 1)[0]!.toLowerCase())
    return again
      ? Array<Said>(Math.min(count, mostCommands)).fill({ text: counted, count: 0 })
      : [{ text: counted, count }]
  })
  return said.slice(0, mostCommands)
}

/** Says them so that never more are under way than a client may have. */
export class MacroRun {
  readonly #commands: Pick<Commands, 'say' | 'open'>
  #waiting: Said[] = []

  constructor(commands: Pick<Commands, 'say' | 'open'>, events: Events<Told>) {
    this.#commands = commands
    events.on('commands', () => this.#goOn())
    events.on('stage', () => this.stop())
  }

  /** In the place of what is being done. */
  run(text: string): void {
    this.#waiting = commandsIn(text)
    this.#goOn()
  }

  stop(): void {
    this.#waiting = []
  }

  #goOn(): void {
    while (this.#waiting.length > 0 && this.#commands.open < mostOpen) {
      const { text, count } = this.#waiting.shift()!
      this.#commands.say(text, count)
    }
  }
}
