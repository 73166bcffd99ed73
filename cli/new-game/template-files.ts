// Creates the files of a new game from the template, whose game is called Say Back.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { GameName } from './game-name.ts'

const template = resolve(import.meta.dirname, 'template')

export interface NewFile {
  /** The path relative to the project's root, with `/`. */
  readonly path: string
  readonly text: string
}

/** The files of the new game. `port`: the port of the game's listener. */
export function filesFromTemplate(name: GameName, port: number): NewFile[] {
  const renamed = createRenamer(name, port)
  return [
    ...fillTemplate('game', `games/${name.slug}`, renamed),
    ...fillTemplate('test', `test/games/${name.slug}`, renamed),
    ...[...singleFiles(name.slug)].map(([from, path]) => ({
      path,
      text: renamed(readFileSync(resolve(template, from), 'utf8')),
    })),
  ]
}

/** The template's files that are copied into folders in which each game has one file. */
const singleFiles = (slug: string): ReadonlyMap<string, string> =>
  new Map([
    ['bench/client.ts', `bench/cost/players/${slug}.ts`],
    ['simulator/client.ts', `test/simulator/clients/${slug}.ts`],
    ['simulator/model.ts', `test/simulator/models/${slug}.ts`],
    ['simulator/seeds.test.ts', `test/simulator/seeds/${slug}.test.ts`],
  ])

function fillTemplate(from: string, to: string, renamed: (text: string) => string): NewFile[] {
  return readdirSync(resolve(template, from), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|md)$/.test(path))
    .sort()
    .map((path) => ({
      path: `${to}/${renamed(path)}`,
      text: renamed(readFileSync(resolve(template, from, path), 'utf8')),
    }))
}

/**
 * Creates a function that replaces the names of the template. All names are replaced in one pass, so that an old name
 * inside a new name is not replaced again.
 */
function createRenamer(
  { slug, title, type, value, prefix }: GameName,
  port: number,
): (text: string) => string {
  const names: { readonly [sample: string]: string } = {
    'say-back': slug,
    'Say Back': title,
    SayBack: type,
    sayBack: value,
    SB: prefix,
    '7007': String(port),
  }
  const samples = /say-back|Say Back|SayBack|sayBack|\bSB(?=-\d|')|\b7007\b/g
  return (text) => text.replace(samples, (sample) => names[sample]!)
}
