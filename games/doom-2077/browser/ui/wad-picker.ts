// The page reads the player's own WAD files locally and sends them nowhere.
import { createElement, createSecondaryButton } from '../../../../browser/ui/elements.ts'
import { createDialog } from '../../../../browser/ui/help.ts'
import { WadArt } from '../../import/art/wad-art.ts'
import { MapError } from '../../import/map-error.ts'
import { type Lump, readWad } from '../../import/wad.ts'
import type { Geometry } from '../../map/geometry.ts'
import { applyWadArt, type MapWithArt } from '../../view/apply-wad-art.ts'
import type { GameArt } from '../../view/game-art.ts'

/** Limits all files together. */
const maxTotalBytes = 256 * 1024 * 1024
const dialogText =
  'Draw the walls, floors, players and weapons of the arena from your own WAD. Choose a map’s WAD and that of its game ' +
  'together. The files stay in this browser.'

interface LoadedWads {
  readonly art: WadArt
  readonly wads: readonly (readonly Lump[])[]
}

export class WadPicker {
  readonly #dialog: HTMLDialogElement
  readonly #status = createElement('p', { role: 'status' })
  readonly #onChange: () => void
  #loaded: LoadedWads | undefined

  /** `changed`: called when the art changes, so that the page redraws. */
  constructor(changed: () => void) {
    this.#onChange = changed
    const input: HTMLInputElement = createElement('input', {
      ...{ type: 'file', multiple: true, accept: '.wad' },
      change: () => void this.#load([...(input.files ?? [])]),
    })
    const reset = () => {
      input.value = ''
      this.#setLoaded(undefined, 'The arena has its default textures.')
    }
    const content = createElement(
      'div',
      createElement('p', dialogText),
      createElement('label', 'WAD files ', input),
      this.#status,
      createSecondaryButton('Default textures', reset),
    )
    this.#dialog = createDialog('Custom textures', content)
  }

  open(): void {
    this.#dialog.showModal()
  }

  /**
   * Returns the map unchanged if no art is chosen, or if the art cannot be read. In the second case the dialog shows
   * the error.
   */
  applyTo(geometry: Geometry, art: GameArt): MapWithArt {
    if (!this.#loaded) return { geometry, art }
    try {
      return applyWadArt(geometry, art, this.#loaded.art, this.#loaded.wads)
    } catch (error) {
      if (!(error instanceof MapError)) throw error
      this.#loaded = undefined
      this.#status.textContent = `Cannot draw these textures: ${error.message}.`
      return { geometry, art }
    }
  }

  async #load(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    if (files.reduce((sum, { size }) => sum + size, 0) > maxTotalBytes) {
      this.#setLoaded(undefined, `The files exceed ${maxTotalBytes / 1024 / 1024} MiB. Choose smaller ones.`)
      return
    }
    try {
      const wads = await Promise.all(
        files.map(async (file) => readWad(new Uint8Array(await file.arrayBuffer()))),
      )
      // IWADs come before PWADs, which override them, in whatever order the player chose the files.
      wads.sort((a, b) => Number(hasPalette(b)) - Number(hasPalette(a)))
      const art = new WadArt(wads)
      if (!art.hasPalette) throw new MapError("no file has a PLAYPAL; also choose the game's WAD")
      this.#setLoaded(
        { art, wads },
        `The arena has the textures of ${files.map(({ name }) => name).join(' and ')}.`,
      )
    } catch (error) {
      if (!(error instanceof MapError) && !(error instanceof DOMException)) throw error
      this.#setLoaded(undefined, `Cannot read these files: ${error.message}.`)
    }
  }

  #setLoaded(read: LoadedWads | undefined, text: string): void {
    this.#loaded = read
    this.#status.textContent = text
    this.#onChange()
  }
}

function hasPalette(wad: readonly Lump[]): boolean {
  return wad.some(({ name }) => name === 'PLAYPAL')
}
