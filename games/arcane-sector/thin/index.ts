// The thin clients of Arcane Sector: the last chapter of the protocol document. [AS-17]
import { WireError } from '../../../wire/error.ts'
import type { ThinAround, ThinAsked, ThinDoor } from '../../thin.ts'
import { landOf } from '../client/land.ts'
import type { Dialect } from '../packets/thin.ts'
import { type Art, drawArt } from '../view/art/art.ts'
import { ThinClient } from './thin-client.ts'
import { whoByCookies } from './who.ts'

/** [AS-17.8] Maximum thin clients of a room: each uses a good part of a CPU core. */
const most = 8

export const thin: ThinDoor = {
  subprotocol: 'game',
  most: (options) => (options.thin === true ? most : 0),
  file: 'map.data',
  begin: beginThin,
}

/** `art`: draws the pictures, when they are first needed. */
export function beginThin(
  asked: ThinAsked,
  file: Uint8Array,
  around: ThinAround,
  art: () => Art = drawArt,
): ThinClient {
  return new ThinClient(around, landOf(file), { dialect: dialectOf(asked), who: whoByCookies(asked), art })
}

/** [AS-17.4] */
function dialectOf({ query: { dialect = '2019' } }: ThinAsked): Dialect {
  if (dialect === 'document') return 'document'
  if (dialect === '2019') return 2019
  throw new WireError('dialect: 2019 or document is wanted')
}
