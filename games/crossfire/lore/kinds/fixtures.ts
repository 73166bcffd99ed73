// Fixed map objects that players walk through, pull, open or read.
import type { Role } from '../../scene/archetype.ts'
import type { Said } from './said.ts'

/** [CF-20.8] The map says where it leads: see world/map.ts. An exit without a destination is closed. */
export function exit(said: Said): Role {
  // Stairs and arches that say so are entered by stepping on them, other exits by applying them.
  return { role: 'exit', enters: /\bwalk\b|\ball\b/.test(said.text('move_on') ?? '') ? 'step' : 'apply' }
}

export function sign(): Role {
  return { role: 'sign' }
}

/** Opens when somebody walks into it. */
export function door(said: Said): Role {
  const lock = said.text('slaying')
  return { role: 'door', opened: opened(said), ...(lock && { lock }) }
}

/** Needs the key whose `slaying` matches. */
export function lockedDoor(said: Said): Role {
  return { role: 'door', opened: opened(said), lock: said.text('slaying') ?? '' }
}

/** The same door, invisible and passable. */
function opened({ arch }: Said): string {
  return `arch ${arch}\nblocksview 0\ninvisible 1\nmove_block none\nno_pass 0\ntype 0`
}

/** Some uploaded containers hold more than a stack of this world can weigh. */
const mostHeld = 10_000_000

export function container(said: Said): Role {
  return {
    role: 'container',
    holds: said.within('container', 0, mostHeld, 50_000),
    ...(said.is('is_cauldron') && { cauldron: true as const }),
  }
}

export function torch(said: Said): Role {
  return { role: 'torch', burns: said.within('food', 1, 100_000, 10_000) }
}
