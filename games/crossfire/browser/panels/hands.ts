// What the player's hands do: keys, a pad or a tap are made into what the client says.
import { chordOf, Keys, takesKeys } from '../../../../browser/keys.ts'
import type { Client } from '../client/client.ts'
import { directions } from '../client/commands.ts'
import { type ActionName, actions, commandOf, heldOf } from './actions.ts'
import { Counting } from './counting.ts'
import { type Macro, MacroRun, macrosOf } from './macros.ts'
import { type TapWalking, tapWalking } from './tap-walking.ts'
import { Walking } from './walking.ts'

export interface HandsEvents {
  /** What is not the server's: another part of the page is wanted. */
  own(action: ActionName): void
  /** What was typed as a count; 0: it has been used. */
  counted(count: number): void
}

export class Hands {
  readonly keys: Keys<ActionName>
  readonly taps: TapWalking
  readonly #client: Client
  readonly #events: HandsEvents
  readonly #walking: Walking
  readonly #counting: Counting
  readonly #macroRun: MacroRun
  macros: readonly Macro[] = []

  constructor(client: Client, events: HandsEvents) {
    this.#client = client
    this.#events = events
    this.#walking = new Walking(client.commands)
    this.taps = tapWalking(client)
    this.#counting = new Counting((count) => events.counted(count))
    this.#macroRun = new MacroRun(client.commands, client.events)
    // Before the game's keys are looked at: a macro's key is the macro's alone, and digits count.
    addEventListener('keydown', (event) => this.#keyDown(event))
    this.keys = new Keys('crossfire', actions, {
      pressed: (action, again) => this.#pressed(action, again),
      released: (action) => this.#released(action),
    })
    client.events.on('self', (self) => {
      if (self) this.macros = macrosOf(self.name)
    })
    client.events.on('stage', (stage) => {
      if (stage !== 'playing') this.#walking.stop()
    })
  }

  run(text: string): void {
    this.#macroRun.run(text)
  }

  /** [CF-9.6] For whatever is done next. */
  takeCount(): number {
    return this.#counting.take()
  }

  stop(): void {
    this.#counting.take()
    this.taps.stop()
    this.#macroRun.stop()
    this.#walking.stop()
  }

  get #plays(): boolean {
    return this.#client.door.stage === 'playing'
  }

  #keyDown(event: KeyboardEvent): void {
    if (!this.#plays || takesKeys(event)) return
    const chord = chordOf(event)
    const macro = this.macros.find(({ key }) => key === chord)
    const digit = /^Digit(\d)$/.exec(event.code)?.[1]
    if (macro) this.run(macro.text)
    else if (digit !== undefined && event.key === digit && chord === digit) this.#counting.type(digit)
    else return
    event.preventDefault()
  }

  #pressed(action: ActionName, again: boolean): void {
    if (!this.#plays) return
    if (!again) this.taps.stop()
    const held = heldOf(action)
    if (held) {
      if (again) return
      const count = held.act === 'walk' ? this.takeCount() : 0
      if (count > 0) return this.run(`${count} ${directions[held.way]}`)
      return this.#walking.hold(held.act, held.way)
    }
    const command = commandOf(action)
    if (command === undefined) {
      if (!again) this.#events.own(action)
    } else if (again) this.#client.commands.again(command)
    else this.#client.commands.say(command, this.takeCount())
  }

  #released(action: ActionName): void {
    const held = heldOf(action)
    if (held) this.#walking.letGo(held.act, held.way)
  }
}
