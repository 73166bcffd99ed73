// Each map is parsed when it is opened.
import barrow from './barrow.map'
import cellar from './cellar.map'
import cottage from './cottage.map'
import crag from './crag.map'
import crypt from './crypt.map'
import eldersHouse from './elders_house.map'
import fen from './fen.map'
import forge from './forge.map'
import greywood from './greywood.map'
import halls from './halls.map'
import inn from './inn.map'
import type { BuiltinMap, MapHeader } from './map-source.ts'
import mill from './mill.map'
import { readMap, readMapHeader } from './read-map.ts'
import shop from './shop.map'
import smithy from './smithy.map'
import temple from './temple.map'
import town from './town.map'

const texts: { readonly [id: string]: string } = {
  ...{ town, inn, temple, smithy, shop, cottage },
  ...{ elders_house: eldersHouse, cellar, greywood, barrow, crypt },
  ...{ fen, mill, crag, halls, forge },
}

export const builtinMapHeaders: readonly MapHeader[] = Object.entries(texts).map(([id, text]) =>
  readMapHeader(id, text),
)

/** The cell where new characters start unless their players choose another starting map. */
export const startingPosition = { map: 'town', x: 17, y: 16 } as const

/** [CF-19.7] Players who left the game in a dungeon that no longer exists return here. */
export const barrowEntrance = { map: 'town', x: 26, y: 28 } as const

/** [CF-19.1] Players enter every stored dungeon at this cell. */
export const dungeonStairs = { map: 'deep', x: 18, y: 5 } as const
export const dungeonTrapdoor = { map: 'barrow', x: 21, y: 15 } as const

/** Throws for an unknown id, which is a bug of the built-in world. */
export function mapById(id: string): MapHeader {
  const map = builtinMapHeaders.find((each) => each.id === id)
  if (!map) throw new Error(`there is no map ${id}`)
  return map
}

/** Throws for an unknown id, which is a bug of the built-in world. */
export function openBuiltinMap(id: string): BuiltinMap {
  return readMap(mapById(id).id, texts[id]!)
}
