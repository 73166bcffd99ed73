// Lets plain Node import sources with data files: `node --import ./cli/bundle/import-data-files.ts …`, or imported before a
// dynamic import of such sources.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { dataModule } from './data-files.ts'

registerHooks({
  load(url, context, nextLoad) {
    const source = url.startsWith('file:') ? dataModule(fileURLToPath(url)) : undefined
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
