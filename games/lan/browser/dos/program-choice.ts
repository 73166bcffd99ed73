// The page reads the files of the visitor's disk and sends them nowhere.
import { createElement, createLabelledField, createSelect } from '../../../../browser/ui/elements.ts'
import { ZipError } from '../../../shared/zip.ts'
import { createDrive, type Drive, doFilesFitDrive, readArchive } from './drive.ts'

/** Values of the list that do not name a program of the drive. */
const bundle = 'bundle'
const prompt = 'prompt'

export class ProgramChoice {
  readonly element: HTMLElement
  readonly #status = createElement('p', { role: 'status' })
  readonly #start = createElement('form')
  #drive: Drive | undefined

  /** `onStart`: without a program, the bundle's program or the DOS prompt starts. */
  constructor(onStart: (drive: Drive, program: string | undefined) => void) {
    const archive = createElement('input', {
      ...{ type: 'file', accept: '.jsdos,.zip' },
      change: () => void this.#read(archive.files),
    })
    const folder = createElement('input', {
      ...{ type: 'file', webkitdirectory: true },
      change: () => void this.#read(folder.files),
    })
    this.#start.addEventListener('submit', (event) => {
      event.preventDefault()
      const chosen = new FormData(this.#start).get('program')
      if (!this.#drive || this.element.inert) return
      // The page runs one computer, which may start later, when the page has joined the LAN.
      this.element.inert = true
      const { config, ...bare } = this.#drive
      if (chosen === bundle) onStart(this.#drive, undefined)
      else onStart(bare, chosen === prompt ? undefined : String(chosen))
    })
    this.element = createElement(
      'section.card',
      createElement('h2', 'Run a DOS program on this LAN'),
      createElement('p', 'Choose a program from your own disk. Its files stay in this browser.'),
      createLabelledField('A .jsdos bundle or a .zip', archive),
      createLabelledField('Or a folder', folder),
      this.#status,
      this.#start,
    )
  }

  async #read(list: FileList | null): Promise<void> {
    const files = [...(list ?? [])]
    if (files.length === 0) return
    this.#start.replaceChildren()
    this.#status.textContent = 'Reading …'
    try {
      this.#drive = await readFiles(files)
    } catch (error) {
      if (!(error instanceof ZipError) && !(error instanceof DOMException)) throw error
      this.#status.textContent = `Cannot read this: ${error.message}.`
      return
    }
    const drive = this.#drive
    if (!drive) {
      this.#status.textContent =
        'This folder is too large for a DOS drive: the limit is 256 MiB and 20,000 files.'
      return
    }
    this.#status.textContent = drive.files.length === 1 ? '1 file.' : `${drive.files.length} files.`
    this.#start.replaceChildren(
      createLabelledField('Start', createSelect({ name: 'program' }, choicesOf(drive))),
      createElement('p.actions', createElement('button', 'Start')),
    )
  }
}

/** A zip, or the files of a folder. Undefined if they are too large. */
async function readFiles(files: readonly File[]): Promise<Drive | undefined> {
  const [first] = files
  const read = async (file: File) => new Uint8Array(await file.arrayBuffer())
  if (!doFilesFitDrive(files.map(({ size }) => size))) return undefined
  if (first && first.webkitRelativePath === '') return readArchive(await read(first))
  return createDrive(
    await Promise.all(
      files.map(async (file) => ({
        // The chosen folder becomes the root of the drive.
        path: file.webkitRelativePath.slice(file.webkitRelativePath.indexOf('/') + 1),
        bytes: await read(file),
      })),
    ),
  )
}

function choicesOf({ programs, config }: Drive): readonly (string | readonly [string, string])[] {
  const own = config === undefined ? [] : [[bundle, 'The bundle’s own program'] as const]
  return [
    ...own,
    ...programs.map((path) => [path, path.replaceAll('/', '\\')] as const),
    [prompt, 'DOS prompt'],
  ]
}
