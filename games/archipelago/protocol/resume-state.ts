// The state of a session that survives restarts of the room: the client's identity, and the progress that the client
// was sent.
import { decodeUtf8, encodeUtf8 } from '../../../wire/util/utf8.ts'
import { type JsonWritable, parseJson, stringifyJson } from '../python/json.ts'
import { isDict, type PyValue } from '../python/values.ts'
import type { Client, ClientState } from '../room/clients.ts'
import type { Multiworld } from '../world.ts'
import { protocolLimits } from './limits.ts'

/** `since`: for a client that has not joined, the time at which it connected, in milliseconds. */
export type ResumeState =
  | { readonly since: number }
  | {
      readonly joined: ClientState
      readonly watched: readonly string[]
      readonly admin: boolean
      /** The result of `progressFingerprint` for the progress that the client has received, or '' if it is unknown. */
      readonly sentProgress: string
    }

/** Caches the encoded text of the fields that seldom change. */
export class ResumeStateEncoder {
  #tags: unknown
  #handling: number | undefined
  #watched = -1
  #head = ''
  #text = ''
  #bytes: Uint8Array | undefined

  encode(client: Client, world: Multiworld): Uint8Array {
    if (
      client.tags !== this.#tags ||
      client.itemsHandling !== this.#handling ||
      client.watchedKeys.size !== this.#watched
    )
      this.#encodeHead(client)
    const progress =
      client.watchedKeys.size > 0 || mayBeInTransit(client, world) ? '' : progressFingerprint(client, world)
    return this.#encoded(`${this.#head},"admin":${world.admin === client},"told":"${progress}"}`)
  }

  /** `since`: the time at which the client connected. */
  encodeUnjoined(since: number): Uint8Array {
    return this.#encoded(`{"since":${since}}`)
  }

  #encodeHead(client: Client): void {
    const { slot, version, tags, itemsHandling, uuid, watchedKeys } = client
    const { major, minor, build } = version
    const head: JsonWritable = {
      slot,
      version: [major, minor, build],
      tags,
      itemsHandling,
      uuid,
      watched: [...watchedKeys],
    }
    this.#head = stringifyJson(head).slice(0, -1)
    this.#tags = tags
    this.#handling = itemsHandling
    this.#watched = watchedKeys.size
  }

  #encoded(text: string): Uint8Array {
    if (!this.#bytes || text !== this.#text) {
      this.#bytes = encodeUtf8(text)
      this.#text = text
    }
    return this.#bytes
  }
}

function mayBeInTransit({ sentStateAt }: Client, world: Multiworld): boolean {
  return world.context.now() - sentStateAt < protocolLimits.arrivesWithin
}

/** Differs whenever the slot's progress differs. A client has missed nothing while the text is unchanged. */
export function progressFingerprint({ slot, sentItems }: Client, world: Multiworld): string {
  return `${sentItems} ${world.checks.count(slot)} ${world.hints.points(slot)}`
}

/** Throws WireError for bytes that no ResumeStateEncoder wrote. */
export function decodeResumeState(bytes: Uint8Array): ResumeState {
  const read = bytes.length > 0 ? parseJson(decodeUtf8(bytes)) : new Map()
  const fields = isDict(read) ? read : new Map<string, PyValue>()
  const slot = fields.get('slot')
  if (typeof slot !== 'number') return { since: Number(fields.get('since') ?? 0) }
  const [major = 0, minor = 0, build = 0] = (fields.get('version') as number[] | undefined) ?? []
  return {
    joined: {
      slot,
      version: { major, minor, build },
      tags: (fields.get('tags') as PyValue[] | undefined) ?? [],
      itemsHandling: Number(fields.get('itemsHandling') ?? 0),
      uuid: `${fields.get('uuid') ?? ''}`,
    },
    watched: (fields.get('watched') as string[] | undefined) ?? [],
    admin: fields.get('admin') === true,
    sentProgress: `${fields.get('told') ?? ''}`,
  }
}
