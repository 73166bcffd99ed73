// What stands in a map and is walked through, pulled, opened or read.
import type { Role } from '../../scene/archetype.ts'
import type { Said } from './said.ts'

/** [CF-20.8] Where it leads is the map's to say: see world/map.ts. One that says no way is closed. */
export function exit(said: Said): Role {
  // A floor's exit (stairs of a house, an arch) is stepped through where it says so, else it is applied.
  return { role: 'exit', enters: /\bwalk\b|\ball\b/.test(said.text('move_on') ?? '') ? 'step' : 'apply' }
}

export function sign(): Role {
  return { role: 'sign' }
}

/** Opens to who walks into it. */
export function door(said: Said): Role {
  const lock = said.text('slaying')
  return { role: 'door', opened: opened(said), ...(lock && { lock }) }
}

/** Only with the key that has its word. */
export function lockedDoor(said: Said): Role {
  return { role: 'door', opened: opened(said), lock: said.text('slaying') ?? '' }
}

/** The same door that nobody sees, and that stops nobody. */
function opened({ arch }: Said): string {
  return `arch ${arch}\nblocksview 0\ninvisible 1\nmove_block none\nno_pass 0\ntype 0`
}

/** Hundredweights of a host's are beyond what a pile of ours may be. */
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
