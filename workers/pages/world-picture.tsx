// The picture of a room's world, where its game draws one.
import { pictureSize } from '../../games/picture.ts'
import type { Content } from './frame.tsx'

/** `room`: its page, by its whole url. */
export const pictureOf = (room: string) => `${room}/picture.png`

/** What it shows stands beside it in words, so it has no name. */
export function WorldPicture({ room }: { room: string }): Content {
  const { width, height } = pictureSize
  return <img class="picture" src={pictureOf(room)} width={width} height={height} alt="" loading="lazy" />
}
