// Builds the archetypes and maps of an archive from one line per object. In a line, `_` in the name of an archetype and
// `~` in a value are replaced by spaces. A `/` separates an object from the objects inside it.

/**
 * Formats archetypes from lines `NAME type key value … / CONTENT`. `more`: keys and values that are added to each
 * archetype.
 */
export function archetypesOf(lines: readonly string[], more = ''): string {
  return lines.map((line) => archetypeOf(line, more.split(' '))).join('')
}

function archetypeOf(line: string, more: readonly string[]): string {
  const [said = '', inside] = line.split(' / ')
  const [name, type, ...words] = said.split(' ')
  const keys = keysOf([...words, ...more.filter((word) => word !== '')])
  return `Object ${name}\nname ${name!.replaceAll('_', ' ')}\ntype ${type}\n${keys}${contentsOf(inside)}end\n`
}

/**
 * Formats a map with a `floor` in each cell and these objects, which are lines `ARCH x,y key value … / CONTENT`.
 * `header`: more lines of the map's header. `floors`: other floors, by the number of their cell in reading order.
 */
export function mapOf(
  [width, height]: readonly [number, number],
  objects: readonly string[],
  { header = '', floor = 'meadow', floors = {} as { readonly [cell: number]: string } } = {},
): string {
  const cells = Array.from({ length: width * height }, (_, at) => {
    return `arch ${floors[at] ?? floor}\nx ${at % width}\ny ${Math.floor(at / width)}\nend\n`
  })
  return `arch map\nwidth ${width}\nheight ${height}\n${header}end\n${cells.join('')}${objects.map(objectOf).join('')}`
}

function objectOf(line: string): string {
  const [said = '', inside] = line.split(' / ')
  const [arch, at = '', ...words] = said.split(' ')
  const [x, y] = at.split(',')
  return `arch ${arch}\nx ${x}\ny ${y}\n${keysOf(words)}${contentsOf(inside)}end\n`
}

function contentsOf(inside: string | undefined): string {
  return inside?.split(' ').reduce((all, arch) => `${all}arch ${arch}\nend\n`, '') ?? ''
}

function keysOf(words: readonly string[]): string {
  const keys = words.filter((_, place) => place % 2 === 0)
  const values = words.filter((_, place) => place % 2 === 1).map((value) => value.replaceAll('~', ' '))
  return keys
    .map((key, place) => (key === 'msg' ? `msg\n${values[place]}\nendmsg\n` : `${key} ${values[place]}\n`))
    .join('')
}
