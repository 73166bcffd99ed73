// Where the scripts, the stylesheet and the mark are: their names tell their content, so they are asked for once.
import type { Env } from '../durable-objects/env.ts'

/** `path` tells its content. */
export interface MadeAsset {
  readonly path: string
  readonly answer: Response
}

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

  /** What a game had made when the site was built, by its folder and name: `doom-2077/DOOM1-NET.WAD`. */
  async file(env: Env, name: string): Promise<MadeAsset> {
    const path = (await this.all(env))[name]
    if (path === undefined) throw new Error(`the site was built without ${name}`)
    const answer = await env.ASSETS.fetch(`https://assets${path}`)
    if (!answer.ok) throw new Error(`the site's file ${name} is not there: ${answer.status}`)
    return { path, answer }
  }
}
