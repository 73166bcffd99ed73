import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transform } from 'esbuild'
import type { Node } from 'oxc-parser'
import { bundleWorker } from '../../cli/bundle/worker-bundle.ts'
import { programOf, walk } from '../../test/boundaries/syntax.ts'

const root = resolve(import.meta.dirname, '../..')

function sourcesIn(folder: string): string[] {
  return readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => resolve(root, folder, path))
}

export function countLines(folder: string): number {
  return sourcesIn(folder).reduce((sum, path) => sum + readFileSync(path, 'utf8').split('\n').length - 1, 0)
}

/** Counts the functions among the members of interfaces whose names end with `Settings` or `Events`. */
export function countCallbacks(...folders: readonly string[]): number {
  let members = 0
  for (const path of folders.flatMap(sourcesIn))
    walk(programOf(readFileSync(path, 'utf8')), (node) => {
      if (node.type !== 'TSInterfaceDeclaration' || !/(?:Settings|Events)$/.test(node.id.name)) return
      members += node.body.body.filter(isCallback).length
    })
  return members
}

function isCallback(member: Node): boolean {
  if (member.type === 'TSMethodSignature') return member.kind === 'method'
  return (
    member.type === 'TSPropertySignature' && member.typeAnnotation?.typeAnnotation.type === 'TSFunctionType'
  )
}

export async function measureWorkerBytes(): Promise<number> {
  const { code } = await bundleWorker(resolve(root, 'workers/index.ts'))
  const minified = await transform(code, { minify: true, format: 'esm', target: 'es2024' })
  return Buffer.byteLength(minified.code)
}
