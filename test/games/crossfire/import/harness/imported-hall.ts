// An imported map with the archetypes of the small world and of the test.
import type { RecordingListener, Yard } from '../../harness/small-maps.ts'
import { archFolderWith, latin1, openImportedYard } from './imported-world.ts'
import { archetypesOf, mapOf } from './object-lines.ts'
import * as world from './small-world.ts'

/** `archetypes`: lines of object-lines.ts. The other properties are texts of files. */
export interface HallAdditions {
  readonly archetypes: readonly string[]
  readonly treasures?: string
  readonly formulae?: string
  readonly artifacts?: string
  readonly races?: string
  /** The objects of further maps, by map name. Each map has 14 by 7 cells. */
  readonly maps?: { readonly [name: string]: readonly string[] }
}

/** The player Ann is at 2, 3 and faces east. */
export async function openHall(
  { archetypes, treasures = '', formulae = '', artifacts = '', races = '', maps = {} }: HallAdditions,
  ...things: readonly string[]
): Promise<{ yard: Yard; ann: RecordingListener }> {
  const yard = await openImportedYard(
    archFolderWith(archetypesOf(archetypes), {
      treasures: world.treasures + treasures,
      formulae: world.formulae + formulae,
      artifacts: world.artifactsFile + artifacts,
      races,
    }),
    {
      'maps/hall': latin1(mapOf([14, 7], things, { header: 'name The Hall\ndarkness 2\n' })),
      ...Object.fromEntries(
        Object.entries(maps).map(([name, objects]) => [`maps/${name}`, latin1(mapOf([14, 7], objects))]),
      ),
    },
  )
  const ann = yard.join('Ann', 2, 3)
  ann.player.facing = 3
  return { yard, ann }
}

/** Casts a spell by reading a scroll, which does not depend on chance. The archetype of the scroll is `page`. */
export function readScroll(yard: Yard, listener: RecordingListener, spell: string): readonly string[] {
  yard.give(listener, `arch page\npacketboat_spell ${spell}`)
  return yard.type(listener, `apply page of ${spell.replaceAll('_', ' ')}`)
}
