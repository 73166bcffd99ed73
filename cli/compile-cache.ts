import module from 'node:module'
import { join } from 'node:path'

/**
 * Makes Node cache compiled code, and sources with their types stripped: the next start loads in half the time. If the
 * folder is read-only, nothing is cached. The cache is not in the system's temporary folder, where another user of the
 * machine could plant code.
 */
export function enableCompileCache(): void {
  module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
}
