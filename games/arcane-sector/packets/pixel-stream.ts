// Messages between the screen of a remote client, which only shows pixels, and the renderer on the site. The last
// chapter of the authors' design document describes them. The original page of 2019 encodes the cursor differently.
// Both dialects are supported.
import {
  about,
  bytes,
  enumeration,
  LE,
  limited,
  list,
  type PacketOf,
  packets,
  product,
  struct,
  toEnd,
  u8,
} from '../../../wire/index.ts'

/** Size of the stream's picture in pixels. */
export const streamSize = { width: 428, height: 240 } as const
/** Bytes of a row, and of a whole picture. A pixel has four bytes: red, green, blue and opacity. */
export const bytesPerRow = streamSize.width * 4
export const pictureBytes = bytesPerRow * streamSize.height
/** [AS-17.3] Maximum size of a remote client's message, in bytes. */
export const maxScreenMessageBytes = 256
/** Maximum number of pixels of a cursor picture. */
const cursorPixels = 65_536

const column = about(LE.u16, '0 to 427; larger values mean the edge')
const line = about(LE.u16, '0 to 239; larger values mean the edge')
const button = enumeration(u8, { left: 1, right: 2 })
const key = about(LE.u16, 'ASCII, 4096 up, 4097 down, 4098 left, 4099 right')

export const thinClientMessages = packets(u8, {
  shown: {
    rule: 'AS-17.3',
    about: 'The client has shown the frame, and requests the next one.',
    id: 0x00,
    fields: {},
  },
  pressed: {
    rule: 'AS-17.3',
    about: 'A mouse button was pressed.',
    id: 0x01,
    fields: { x: column, y: line, button },
  },
  released: {
    rule: 'AS-17.3',
    about: 'A mouse button was released.',
    id: 0x02,
    fields: { x: column, y: line, button },
  },
  moved: { rule: 'AS-17.3', about: 'The mouse moved.', id: 0x03, fields: { x: column, y: line } },
  keyDown: { rule: 'AS-17.3', about: 'A key was pressed.', id: 0x10, fields: { key } },
  keyUp: { rule: 'AS-17.3', about: 'A key was released.', id: 0x11, fields: { key } },
})
export type FromThinClient = PacketOf<typeof thinClientMessages>

const row = limited(u8, { max: streamSize.height - 1 })
const changed = struct({ row, pixels: about(bytes(bytesPerRow), 'red, green, blue, opacity') })
const diff = {
  rule: 'AS-17.2',
  about: 'The changed rows.',
  id: 0x01,
  fields: { rows: toEnd(changed, streamSize.height) },
} as const
const picture = about(
  list(LE.u32, product('width', 'height'), cursorPixels),
  'red is the lowest byte, opacity the highest',
)
const size = limited(LE.u16, { max: 32_767 })
const biased = about(LE.u16, 'plus 32768')

/**
 * The messages of the renderer, by dialect. `remote-client/frame-encoder.ts` encodes key frames, which have no type
 * byte.
 */
export const screenMessages = {
  document: packets(u8, {
    diff,
    cursor: {
      rule: 'AS-17.4',
      about: 'The cursor picture. A size of 0 selects the default cursor.',
      id: 0x03,
      fields: { width: size, height: size, hotX: size, hotY: size, picture },
    },
  }),
  2019: packets(u8, {
    diff,
    usualCursor: { rule: 'AS-17.4', about: 'The default cursor.', id: 0x21, fields: {} },
    cursor: {
      rule: 'AS-17.4',
      about: 'The cursor picture.',
      id: 0x23,
      fields: { hotX: biased, hotY: biased, width: size, height: size, picture },
    },
  }),
} as const
export type ScreenDialect = keyof typeof screenMessages
