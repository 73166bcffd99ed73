// Paths of the scripts, the stylesheet and the logo: they contain a hash of the content, so one request per file is
// enough.
import type { Env } from '../../durable-objects/env.ts'

/** `path` contains a hash of the content. */
export interface BuiltAsset {
  readonly path: string
  readonly response: Response
}

export class AssetPaths {
  #paths: { readonly [name: string]: string } | undefined

  /** The paths by name (`style`, `new`, `soaprun-watch`), from the list that cli/bundle/assets.ts writes beside the files. */
  async all({ ASSETS }: Env): Promise<{ readonly [name: string]: string }> {
    if (this.#paths) return this.#paths
    const answer = await ASSETS.fetch('https://assets/assets/paths.json')
    if (!answer.ok) throw new Error(`cannot read the site's asset list: ${answer.status}`)
    this.#paths = await answer.json()
    return this.#paths!
  }

  /** A file that a game generated at build time, by folder and name: `doom-2077/DOOM1-NET.WAD`. */
  async file(env: Env, name: string): Promise<BuiltAsset> {
    const path = (await this.all(env))[name]
    if (path === undefined) throw new Error(`the site was built without ${name}`)
    const answer = await env.ASSETS.fetch(`https://assets${path}`)
    if (!answer.ok) throw new Error(`cannot read the site's file ${name}: ${answer.status}`)
    return { path, response: answer }
  }
}
