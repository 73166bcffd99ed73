// Missiles in flight and brief effects; none of them is stored.
import type { Archetype } from '../../model/definitions/archetype.ts'

export const effects: readonly Archetype[] = [
  effect('fire_bolt', 'fire bolt', 'fire_bolt_north.111', { light: 3 }),
  effect('magic_missile', 'magic missile', 'magic_missile_north.111', { light: 2 }),
  effect('frost', 'bolt of frost', 'frost_north.111', { light: 2 }),
  effect('flying_arrow', 'arrow', 'arrow_north.111'),
  effect('burst', 'burst of fire', 'burst.111', { animation: 'burst', animationTicks: 2, light: 4 }),
  effect('chill', 'burst of cold', 'chill.111', { animation: 'chill', animationTicks: 2, light: 2 }),
  effect('heal', 'healing light', 'heal.111', { animation: 'heal', animationTicks: 2, light: 2 }),
  effect('puff', 'puff of smoke', 'puff.111', { animation: 'puff', animationTicks: 2 }),
  effect('hit', 'blow', 'hit.111'),
]

function effect(id: string, name: string, face: string, more: Partial<Archetype> = {}): Archetype {
  const names = { one: name, many: `${name}s` }
  return { id, name: names, face, layer: 'effect', type: 0, weight: -1, ...more, traits: { role: 'effect' } }
}
