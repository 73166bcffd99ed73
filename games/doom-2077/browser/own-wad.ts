// Textures from the player's own WAD files. The page reads the files locally and sends them nowhere.
import { createDialog } from '../../../browser/ui/help.ts'
import { WadArt } from '../import/art/wad-art.ts'
import { MapFault } from '../import/map-fault.ts'
import { type Lump, readWad } from '../import/wad.ts'
import type { Geometry } from '../map/geometry.ts'
import type { Art } from '../view/all-art.ts'
import { type Dressed, dressed } from '../view/borrowed.ts'

/** Total bytes of all files. */
const most = 256 * 1024 * 1024
const says =
  'A WAD of yours dresses the arena: its walls, floors, figures and weapons. Choose a map’s own WAD and that of its game ' +
  'together. They are read in this page alone: nothing of them is sent to anybody.'

interface Read {
  readonly art: WadArt
  readonly wads: readonly (readonly Lump[])[]
}

export class OwnWad {
  readonly #shown: HTMLDialogElement
  readonly #status = document.createElement('p')
  readonly #changed: () => void
  #read: Read | undefined

  /** @param changed called when the art changes, so that the page redraws */
  constructor(changed: () => void) {
    this.#changed = changed
    const [place, text, label, input, back] = [
      document.createElement('div'),
      document.createElement('p'),
      document.createElement('label'),
      document.createElement('input'),
      document.createElement('button'),
    ]
    text.textContent = says
    label.textContent = 'WAD files '
    Object.assign(input, { type: 'file', multiple: true, accept: '.wad' })
    label.append(input)
    back.type = 'button'
    back.textContent = 'Our own art again'
    this.#status.setAttribute('role', 'status')
    input.addEventListener('change', () => void this.#choose([...(input.files ?? [])]))
    back.addEventListener('click', () => {
      input.value = ''
      this.#become(undefined, 'The arena is as it was made.')
    })
    place.append(text, label, this.#status, back)
    this.#shown = createDialog('Textures of your own', place)
  }

  open(): void {
    this.#shown.showModal()
  }

  /** The map in the chosen art, or unchanged if there is none or it cannot be read, which the dialog says. */
  dress(geometry: Geometry, art: Art): Dressed {
    if (!this.#read) return { geometry, art }
    try {
      return dressed(geometry, art, this.#read.art, this.#read.wads)
    } catch (error) {
      if (!(error instanceof MapFault)) throw error
      this.#read = undefined
      this.#status.textContent = `This cannot be drawn: ${error.message}.`
      return { geometry, art }
    }
  }

  async #choose(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    if (files.reduce((sum, { size }) => sum + size, 0) > most) {
      this.#become(undefined, `These files have over ${most / 1024 / 1024} MiB.`)
      return
    }
    try {
      const wads = await Promise.all(
        files.map(async (file) => readWad(new Uint8Array(await file.arrayBuffer()))),
      )
      // An IWAD goes below a PWAD that adds to it, in whatever order the player chose them.
      wads.sort((a, b) => Number(hasColours(b)) - Number(hasColours(a)))
      const art = new WadArt(wads)
      if (!art.hasPalette)
        throw new MapFault('none of these files has a PLAYPAL; choose that of the game, too')
      this.#become(
        { art, wads },
        `The arena is seen as ${files.map(({ name }) => name).join(' and ')} has it.`,
      )
    } catch (error) {
      if (!(error instanceof MapFault) && !(error instanceof DOMException)) throw error
      this.#become(undefined, `This cannot be read: ${error.message}.`)
    }
  }

  #become(read: Read | undefined, text: string): void {
    this.#read = read
    this.#status.textContent = text
    this.#changed()
  }
}

function hasColours(wad: readonly Lump[]): boolean {
  return wad.some(({ name }) => name === 'PLAYPAL')
}
