// Handles input from keys, pads and taps.
import { chordOf, isKeyHandledElsewhere, KeyBindings } from '../../../../browser/input/keys.ts'
import type { Client } from '../client/client.ts'
import { commandDirections } from '../client/state/commands.ts'
import { type ActionName, actions } from './actions.ts'
import { loadMacros, type Macro, MacroRunner } from './macros.ts'
import { RepeatCount } from './repeat-count.ts'
import { createTapWalker } from './tap-walking.ts'
import { HeldWalking } from './walking.ts'

export interface InputEvents {
  onBrowserAction(action: ActionName): void
  /** `count`: 0 when the count is used up. */
  onCountChanged(count: number): void
}

export function createGameInput(client: Client, events: InputEvents) {
  const { commands, login } = client
  const plays = () => login.stage === 'playing'
  const walking = new HeldWalking(commands)
  const taps = createTapWalker(client)
  const counting = new RepeatCount(events.onCountChanged)
  const macroRun = new MacroRunner(commands, client.events)
  // Runs before the game's own key handler. A macro key runs only its macro, and digits form a repeat count.
  addEventListener('keydown', (event) => {
    if (!plays() || isKeyHandledElsewhere(event)) return
    const chord = chordOf(event)
    const macro = all.macros.find(({ key }) => key === chord)
    const digit = /^Digit(\d)$/.exec(event.code)?.[1]
    if (macro) {
      if (!event.repeat) macroRun.run(macro.text)
    } else if (digit !== undefined && event.key === digit && chord === digit) counting.type(digit)
    else return
    event.preventDefault()
  })
  const keys = new KeyBindings('crossfire', actions, {
    pressed(action, again) {
      if (!plays()) return
      if (!again) taps.stop()
      const { held, command } = actions[action]
      if (held && !again) {
        const count = held.act === 'walk' ? counting.take() : 0
        if (count > 0) macroRun.run(`${count} ${commandDirections[held.direction]}`)
        else walking.hold(held.act, held.direction)
      } else if (command !== undefined && again) commands.resend(command)
      else if (command !== undefined) commands.send(command, counting.take())
      else if (!again) events.onBrowserAction(action)
    },
    released(action) {
      const { held } = actions[action]
      if (held) walking.release(held.act, held.direction)
    },
  })
  client.events.on('stage', () => {
    if (plays()) all.macros = loadMacros(client.items.player?.name ?? '')
    else walking.stop()
  })
  const all = {
    keys,
    taps,
    macros: [] as readonly Macro[],
    run: (text: string) => macroRun.run(text),
    /** [CF-9.6] Uses up the count for the next action. */
    takeCount: () => counting.take(),
    stop() {
      counting.take()
      for (const one of [taps, macroRun, walking]) one.stop()
    },
  }
  return all
}
