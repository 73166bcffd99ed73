// Makes Node able to import sources that import data files. Run `node --import ./cli/bundle/import-data-files.ts …`, or
// import this file before a dynamic import of such sources.
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { dataModuleSource } from './data-files.ts'

registerHooks({
  load(url, context, nextLoad) {
    const source = url.startsWith('file:') ? dataModuleSource(fileURLToPath(url)) : undefined
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true }
  },
})
