// Machine parts that players operate by hand or by speech. [CF-20.10]
import { sounds } from '../hearing/sounds.ts'
import { messageTypes } from '../hearing/text-kinds.ts'
import { letGoIn, setState, standing } from '../places/parts.ts'
import { stepsBetween } from '../scene/directions.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt, tellNear } from '../scene/telling.ts'
import { nameOf } from '../things/thing.ts'
import { send } from './signals.ts'

/** Hearing distance of magic ears in cells. */
const hearingDistance = 6

/** [CF-20.10] A lever toggles; a trigger resets by itself. Other parts cannot be operated. */
export function handle(scene: Scene, player: Player, thing: Thing): void {
  const part = standing(thing)
  const name = nameOf(thing).one
  if (part?.part.is === 'lever') {
    const value = 1 - (part.is.state & 1)
    setState(part, value)
    send(part, value)
  } else if (part?.part.is === 'trigger' && part.is.state === 0) {
    setState(part, 1)
    letGoIn(scene, part, part.part.ticks)
    send(part, 1)
  } else if (part?.part.is === 'trigger')
    return player.tell(`The ${name} does not move.`, messageTypes.applyFailure)
  else return player.tell(thing.kind.text ?? `You cannot use the ${name}.`, messageTypes.applyError)
  // The text on the part, if any, is a hint from its author.
  player.tell(thing.kind.text ?? 'You turn it.', messageTypes.applied)
  soundAt(player.level!, player.x, player.y, sounds.turnHandle)
}

/** [CF-20.17] Ears that match a spoken word alternately send 1 and 0, and may answer. */
export function overhear(player: Player, said: string): void {
  const { level } = player
  if (!level || level.machinery.ears.size === 0) return
  const words = said.toLowerCase()
  for (const thing of [...level.machinery.ears]) {
    const ear = standing(thing)
    if (ear?.part.is !== 'ear' || stepsBetween(player, ear.at) > hearingDistance) continue
    const known = ear.part.words.find(([word]) => words.includes(word))
    if (!known) continue
    const value = 1 - (ear.is.state & 1)
    setState(ear, value)
    send(ear, value)
    if (known[1]) tellNear(level, ear.at, known[1], messageTypes.dialog)
  }
}
