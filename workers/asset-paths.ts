// Where the scripts, the stylesheet and the mark are: their names tell their content, so they are asked for once.
import type { Env } from '../durable-objects/env.ts'

export class AssetPaths {
  #known: { readonly [name: string]: string } | undefined

  /** The paths by name (`style`, `new`, `soaprun-watch`), as cli/assets.ts wrote them beside the files. */
  async all({ ASSETS }: Env): Promise<{ readonly [name: string]: string }> {
    if (this.#known) return this.#known
    const answer = await ASSETS.fetch('https://assets/assets/paths.json')
    if (!answer.ok) throw new Error(`the site's assets are not there: ${answer.status}`)
    this.#known = await answer.json()
    return this.#known!
  }
}
