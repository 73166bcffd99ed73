/**
 * Paths of unique maps begin with `~`. Returns undefined for paths that do not name a map file, such as `/!` for random
 * maps.
 */
export function resolveMapPath(map: string, path: string): string | undefined {
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
