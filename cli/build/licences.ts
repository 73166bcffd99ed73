// Creates THIRD-PARTY-LICENSES, with the authors and licences of all packages that we distribute.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: { readonly [name: string]: string }
}

/** The folders of packages, such as `node_modules/hono`. Our own modules are ignored. */
export function packageFolders(modules: readonly string[]): string[] {
  const folders = modules.flatMap((module) => {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module.replaceAll('\\', '/')) ?? []
    return folder ?? []
  })
  return [...new Set(folders)].sort()
}

export function foldersWithDependencies(root: string, names: readonly string[], from = ''): string[] {
  const found = new Set<string>()
  const visit = (name: string, parent: string) => {
    const folder = folderOf(root, name, parent)
    if (found.has(folder)) return
    found.add(folder)
    for (const one of Object.keys(manifestOf(root, folder).dependencies ?? {})) visit(one, folder)
  }
  for (const name of names) visit(name, from)
  return [...found].sort()
}

/** Searches for a package as Node does: first in the folder of the package that imports it, then at the top level. */
function folderOf(root: string, name: string, parent: string): string {
  const nested = `${parent}/node_modules/${name}`
  return parent && existsSync(resolve(root, nested)) ? nested : `node_modules/${name}`
}

/** Throws if a package neither declares a licence nor contains a licence file. */
export function licenceTexts(root: string, folders: readonly string[]): string {
  const head = 'Third-party software in this package, each part under its own licence.'
  return `${[head, ...folders.map((folder) => section(root, folder))].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

/** Lists packages as `name version (licence)`. */
export function packagesWithOtherLicences(
  root: string,
  folders: readonly string[],
  free: readonly string[],
): string[] {
  return folders.flatMap((folder) => {
    const { name, version, license = 'none' } = manifestOf(root, folder)
    return free.includes(license) ? [] : `${name} ${version} (${license})`
  })
}

function section(root: string, folder: string): string {
  const { name, version, license } = manifestOf(root, folder)
  const file = readdirSync(resolve(root, folder)).find((one) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(one))
  if (!file && !license) throw new Error(`${name} declares no licence`)
  const text = file ? readFileSync(resolve(root, folder, file), 'utf8').trim() : ''
  return [`${name} ${version}${license ? ` (${license})` : ''}`, ...(text ? [text] : [])].join('\n\n')
}

function manifestOf(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8'))
}
