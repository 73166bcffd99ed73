// What players move by hand, or by word. [CF-20.10]
import { sounds } from '../hearing/sounds.ts'
import { textKinds } from '../hearing/text-kinds.ts'
import { letGoIn, setState, standing } from '../places/parts.ts'
import { stepsBetween } from '../scene/directions.ts'
import type { Player, Scene, Thing } from '../scene/scene.ts'
import { soundAt, tellNear } from '../scene/telling.ts'
import { nameOf } from '../things/thing.ts'
import { send } from './signals.ts'

/** Cells at which an ear hears: a room's. */
const hearingDistance = 6

/** [CF-20.10] A lever goes over; a trigger lets go by itself. Anything else is nothing for hands. */
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
    return player.tell(`The ${name} does not move.`, textKinds.applyFailure)
  else return player.tell(thing.kind.text ?? `You cannot use the ${name}.`, textKinds.applyError)
  // Its name may be a hint of its author's, a sentence.
  player.tell(thing.kind.text ?? 'You turn it.', textKinds.applied)
  soundAt(player.level!, player.x, player.y, sounds.turnHandle)
}

/** [CF-20.17] Ears that know a word of what is said send, in turn 1 and 0, and may answer. */
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
    if (known[1]) tellNear(level, ear.at, known[1], textKinds.dialog)
  }
}
