// Two keys do not exist in Crossfire. `packetboat_floor` of a map is the ground of cells that have none.
// `packetboat_returns` of a thing is the minutes of play until it returns after it was taken or killed.
import { ObjectAttributes } from '../../import/attributes/object-attributes.ts'
import { ImportError } from '../../import/format/import-error.ts'
import { type ObjectDefinition, parseMapObjects } from '../../import/format/objects.ts'
import type { BuiltinMap, MapHeader, MapPlacement } from './map-source.ts'

const returnsKey = 'packetboat_returns'

/** Throws ImportError with file and line. */
export function readMapHeader(id: string, text: string): MapHeader {
  return headerOf(id, parseMapObjects(id, text).next().value!)
}

/** Throws ImportError with file and line. */
export function readMap(id: string, text: string): BuiltinMap {
  const [head, ...objects] = parseMapObjects(id, text)
  const [width, height] = [Number(head!.attributes.get('width')), Number(head!.attributes.get('height'))]
  const cells: MapPlacement[][] = Array.from({ length: width * height }, () => [])
  for (const object of objects) {
    const { arch, line, x, y } = object
    if (x < 0 || y < 0 || x >= width || y >= height)
      throw new ImportError(id, line, `${arch} is at ${x},${y}, outside of the map`)
    const unknown = [...object.attributes.keys()].find(
      (key) => key.startsWith('packetboat_') && key !== returnsKey,
    )
    if (unknown) throw new ImportError(id, line, `${arch} has an unknown key ${unknown}`)
    cells[y * width + x]!.push(placementOf(object, objects))
  }
  return {
    ...headerOf(id, head!),
    width,
    height,
    floor: head!.attributes.get('packetboat_floor'),
    placedAt: (x, y) => cells[y * width + x]!,
  }
}

function headerOf(id: string, { arch, attributes }: ObjectDefinition): MapHeader {
  const head = new ObjectAttributes(arch, attributes)
  const song = head.text('background_music')
  return {
    id,
    title: head.name,
    ...(!head.flag('outdoor') && { darkness: head.int('darkness') }),
    ...(song !== undefined && { song }),
  }
}

function placementOf(object: ObjectDefinition, all: readonly ObjectDefinition[]): MapPlacement {
  const { arch, attributes, inside } = object
  const of = new ObjectAttributes(arch, attributes)
  const [name, text, map] = [of.text('name'), of.text('msg'), of.text('slaying')]
  return {
    id: arch,
    ...(of.flag('nrof') && { count: of.int('nrof') }),
    ...(name !== undefined && { name }),
    ...(text !== undefined && { text }),
    ...(map !== undefined && { exit: { map, x: of.int('hp'), y: of.int('sp') } }),
    ...(of.flag('connected') && { links: connectedWith(object, all) }),
    ...(inside.length > 0 && { inside: inside.map((each) => placementOf(each, all)) }),
    ...(of.flag(returnsKey) && { returns: of.int(returnsKey) }),
  }
}

function connectedWith(
  object: ObjectDefinition,
  all: readonly ObjectDefinition[],
): readonly { readonly x: number; readonly y: number }[] {
  const number = object.attributes.get('connected')
  return all
    .filter((other) => other !== object && other.attributes.get('connected') === number)
    .map(({ x, y }) => ({ x, y }))
}
