// The drive C with the files that a visitor has chosen, under DOS names, and the list of programs among them.
import { listZipEntries, unpackEntry, type ZipFile } from '../../../shared/zip.ts'

/** Limits of the files on the drive: about as much as DOSBox's default drive, which has 250 MB. */
const limits = { entries: 20_000, bytes: 256 * 1024 * 1024 } as const
/** A js-dos bundle is a zip that contains this configuration, which starts the bundle's program. */
const bundleFolder = '.jsdos/'
const bundleConfig = `${bundleFolder}dosbox.conf`
const programEnding = /\.(exe|com|bat)$/i
/** Programs with these names usually configure or unpack a game, and are not the game itself. */
const toolName = /^(setup|install|config|uninst|sndsetup|setsound|pkunzip|dos4gw|dos32a|cwsdpmi|ipxsetup)/i
/** The lengths of names in DOS. */
const [nameLength, endingLength] = [8, 3]

/** `path`: on the visitor's disk or in an archive, with `/` between folders. */
export interface PickedFile {
  readonly path: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Drive {
  /** Paths are DOS paths, for example `GAMES/DOOM/DOOM.EXE`. */
  readonly files: readonly PickedFile[]
  /** DOS paths. The program that most likely is the game comes first. */
  readonly programs: readonly string[]
  /** Starts the program of a js-dos bundle. */
  readonly config?: string
}

/** A zip or a `.jsdos` bundle. Throws ZipError. */
export function readArchive(bytes: Uint8Array): Drive {
  const zip: ZipFile = { size: bytes.length, read: (from, to) => bytes.slice(from, to) }
  return createDrive(
    listZipEntries(zip, limits)
      .filter(({ path }) => !path.endsWith('/'))
      .map((entry) => ({ path: entry.path, bytes: new Uint8Array(unpackEntry(zip, entry)) })),
  )
}

export function doFilesFitDrive(sizes: readonly number[]): boolean {
  return sizes.length <= limits.entries && sizes.reduce((sum, size) => sum + size, 0) <= limits.bytes
}

export function createDrive(picked: readonly PickedFile[]): Drive {
  const names = new DosNames()
  const config = picked.find(({ path }) => path === bundleConfig)
  const files = picked
    .filter(({ path }) => !path.startsWith(bundleFolder))
    .map(({ path, bytes }) => ({ path: names.of(path), bytes }))
  const programs = files.map(({ path }) => path).filter((path) => programEnding.test(path))
  return {
    files,
    programs: programs.toSorted((one, other) => unlikeliness(one) - unlikeliness(other)),
    ...(config && { config: new TextDecoder('latin1').decode(config.bytes) }),
  }
}

/** Tools come last, and programs in deeper folders come after those in higher ones. */
function unlikeliness(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return path.split('/').length + (toolName.test(name) ? 100 : 0)
}

/**
 * The configuration connects to the room before it starts the program. Without a program it starts the bundle's
 * program, or the DOS prompt if there is no bundle.
 */
export function browserDosboxConfig({ config }: Drive, program?: string): string {
  const connect = '@ipxnet connect 1'
  const ipx = '[ipx]\nipx=true\n'
  if (program === undefined && config !== undefined) {
    // The `[ipx]` section is appended, because the last value of a setting counts.
    return `${config.replace(/^\[autoexec\].*$/im, (header) => `${header}\n${connect}`)}\n${ipx}`
  }
  const folders = program?.split('/') ?? []
  const name = folders.pop()
  const start = [...folders.map((folder) => `@cd ${folder}`), ...(name === undefined ? [] : [name])]
  return `${ipx}[autoexec]\n${['@mount c .', '@c:', connect, ...start].join('\n')}\n`
}

/** As in DOS, names have eight characters and an extension of three. */
class DosNames {
  /** `#paths`: DOS paths by original path. `#taken`: the DOS paths in use. */
  readonly #paths = new Map<string, string>([['', '']])
  readonly #taken = new Set<string>()

  of(path: string): string {
    const known = this.#paths.get(path)
    if (known !== undefined) return known
    const at = path.lastIndexOf('/')
    const folder = this.of(path.slice(0, Math.max(0, at)))
    const [name, ending] = partsOf(path.slice(at + 1).toUpperCase())
    let dosPath: string
    let n = 0
    do {
      dosPath = `${folder && `${folder}/`}${shorten(name, n)}${ending && `.${ending}`}`
      n++
    } while (this.#taken.has(dosPath))
    this.#taken.add(dosPath)
    this.#paths.set(path, dosPath)
    return dosPath
  }
}

/** `n`: number among names with the same beginning. If it is 0, a name that is short enough is not changed. */
function shorten(name: string, n: number): string {
  if (n === 0 && name.length <= nameLength) return name
  const tail = `~${Math.max(1, n)}`
  return name.slice(0, nameLength - tail.length) + tail
}

/** Removes characters that DOS does not allow. */
function partsOf(name: string): readonly [name: string, ending: string] {
  const at = name.lastIndexOf('.')
  const [base, ending] = at > 0 ? [name.slice(0, at), name.slice(at + 1)] : [name, '']
  const allowed = (text: string) => text.replace(/[^A-Z0-9!#$%&'()@^_`{}~-]/g, '')
  return [allowed(base) || '_', allowed(ending).slice(0, endingLength)]
}
