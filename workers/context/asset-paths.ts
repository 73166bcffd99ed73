// The paths contain a hash of the content, so clients can cache the files forever.
import type { Env } from '../../durable-objects/env.ts'

export interface BuiltAsset {
  readonly path: string
  readonly response: Response
}

export class AssetPaths {
  #paths: { readonly [name: string]: string } | undefined

  /**
   * The path of each asset by its name, such as `style`, `new` or `soaprun-watch`. cli/bundle/assets.ts writes the list
   * of these paths beside the assets.
   */
  async all({ ASSETS }: Env): Promise<{ readonly [name: string]: string }> {
    if (this.#paths) return this.#paths
    const answer = await ASSETS.fetch('https://assets/assets/paths.json')
    if (!answer.ok) throw new Error(`cannot read the site's asset list: ${answer.status}`)
    this.#paths = await answer.json()
    return this.#paths!
  }

  /** `name`: the game and the file name, as in `doom-2077/DOOM1-NET.WAD`. */
  async file(env: Env, name: string): Promise<BuiltAsset> {
    const path = (await this.all(env))[name]
    if (path === undefined) throw new Error(`the site was built without ${name}`)
    const answer = await env.ASSETS.fetch(`https://assets${path}`)
    if (!answer.ok) throw new Error(`cannot read the site's file ${name}: ${answer.status}`)
    return { path, response: answer }
  }
}
