// What stands in a map and is walked through, pulled, opened or read.
import type { Role } from '../../scene/archetype.ts'
import type { Said } from './said.ts'

/** An exit that says no way is scenery, as the real server has it. Where it leads is the map's to say: see world/places.ts. */
export function exit(said: Said): Role | undefined {
  if (!said.text('slaying') && !said.is('hp') && !said.is('sp')) return undefined
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

/** `wc` above 0: it is open. Its other state is the same gate with the other number, as the server itself keeps it. */
export function gate(said: Said): Role {
  const isOpen = said.is('wc')
  const says = new Map([...said.keys].filter(([key]) => key === 'connected' || key === 'name'))
  says.set('wc', isOpen ? '0' : '1')
  const other = [...says]
    .map(([key, value]) => `\n${key} ${value}`)
    .sort()
    .join('')
  return { role: 'gate', other: `arch ${said.arch}${other}` }
}

/** Moves what has its number in `connected`: the map knows which. */
export function lever(said: Said): Role | undefined {
  if (!said.is('connected')) return undefined
  const value = said.is('value') ? 0 : 1
  return { role: 'lever', pulled: `arch ${said.arch}\nconnected ${said.number('connected')}\nvalue ${value}` }
}

/** Hundredweights of a host's are beyond what a pile of ours may be. */
const mostHeld = 10_000_000

export function container(said: Said): Role {
  return { role: 'container', holds: said.within('container', 0, mostHeld, 50_000) }
}

export function torch(said: Said): Role {
  return { role: 'torch', burns: said.within('food', 1, 100_000, 10_000) }
}
