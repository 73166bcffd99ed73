// Where a host's exits and edges lead: paths as his maps write them.

/** From the map on: `/abs/path`, or beside it. Undefined: it is no map's (a random one, `/!`). Unique ones begin with `~`. */
export function pathFrom(map: string, path: string): string | undefined {
  const unique = path.startsWith('~')
  const written = unique ? path.slice(1) : path
  if (written === '' || written.startsWith('/!')) return undefined
  const parts = written.startsWith('/') ? [] : map.split('/').slice(1, -1)
  for (const part of written.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}
