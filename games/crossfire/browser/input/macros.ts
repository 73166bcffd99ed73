// A macro is a list of commands under one key, sent in order and only as fast as the server executes them. The browser
// stores macros per character.
import { readSetting, saveSetting } from '../../../../browser/local-settings.ts'
import type { ClientEvents } from '../client/core/client-event.ts'
import type { EventEmitter } from '../client/core/event-emitter.ts'
import { type CommandSender, maxUnacknowledged } from '../client/state/commands.ts'

export interface Macro {
  readonly name: string
  /** The key in the format of `chordOf`; empty if the macro has none. */
  readonly key: string
  /** Commands separated by `;` or line feeds: `cast light; 3 north`. */
  readonly text: string
}

export const maxMacros = 40
export const maxMacroLength = 1000
/** Maximum number of commands in one run of a macro, including repeats. */
const maxCommands = 200

export function loadMacros(character: string): readonly Macro[] {
  const found = readSetting(`crossfire macros ${character}`)
  return Array.isArray(found) ? found.filter(isMacro).slice(0, maxMacros) : []
}

export function saveMacros(character: string, macros: readonly Macro[]): void {
  saveSetting(`crossfire macros ${character}`, macros.slice(0, maxMacros))
}

function isMacro(one: unknown): one is Macro {
  if (typeof one !== 'object' || one === null) return false
  const { name, key, text } = one as { [field: string]: unknown }
  return typeof name === 'string' && typeof key === 'string' && typeof text === 'string'
}

/** Commands for which a macro's count means repetition. */
const repeated = new Set([
  ...['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest', 'stay'],
  ...['search', 'pray', 'use_skill', 'cast', 'invoke', 'disarm'],
])

export interface MacroCommand {
  readonly text: string
  /** Sent with the command; 0 for none. */
  readonly count: number
}

/** A count in front of a command is either sent with the command, or repeats it. */
export function parseCommands(text: string): MacroCommand[] {
  const lines = text.split(/[;\n]/).map((line) => line.trim().replace(/^\//, ''))
  const commands = lines.filter(Boolean).flatMap((line) => {
    const [, digits, counted] = /^(\d{1,9})\s+(.+)$/.exec(line) ?? []
    if (digits === undefined || counted === undefined) return [{ text: line, count: 0 }]
    const count = Number(digits)
    const again = repeated.has(counted.split(' ', 1)[0]!.toLowerCase())
    return again
      ? Array<MacroCommand>(Math.min(count, maxCommands)).fill({ text: counted, count: 0 })
      : [{ text: counted, count }]
  })
  return commands.slice(0, maxCommands)
}

export class MacroRunner {
  readonly #commands: Pick<CommandSender, 'send' | 'unacknowledged'>
  #waiting: MacroCommand[] = []

  constructor(commands: Pick<CommandSender, 'send' | 'unacknowledged'>, events: EventEmitter<ClientEvents>) {
    this.#commands = commands
    events.on('commands', () => this.#goOn())
    events.on('stage', () => this.stop())
  }

  /** Runs a macro, and stops the macro that is still running, if any. */
  run(text: string): void {
    this.#waiting = parseCommands(text)
    this.#goOn()
  }

  stop(): void {
    this.#waiting = []
  }

  #goOn(): void {
    while (this.#waiting.length > 0 && this.#commands.unacknowledged < maxUnacknowledged) {
      const { text, count } = this.#waiting.shift()!
      this.#commands.send(text, count)
    }
  }
}
