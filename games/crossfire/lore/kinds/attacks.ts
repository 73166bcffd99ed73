// How something hurts, of the many ways that a host's things have. [CF-20.17]
import type { Attack } from '../../scene/attack.ts'

/** Bits of `attacktype` that our world has; the first that fits counts. */
const attacks: readonly (readonly [bit: number, attack: Attack])[] = [
  [4, 'fire'],
  [16, 'cold'],
  [1024, 'poison'],
  [2, 'magic'],
  [1, 'physical'],
]

export function attackOf(attacktype: number): Attack {
  return attacks.find(([bit]) => (attacktype & bit) !== 0)?.[1] ?? 'physical'
}
