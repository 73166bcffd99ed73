import { pictureSize } from '../../../games/picture.ts'
import type { Content } from './frame.tsx'

/** `room`: the absolute URL of the room's page. */
export const pictureUrl = (room: string) => `${room}/picture.png`

/** Pages load only pictures of the address that the browser uses, which may differ from the site's public address. */
export const pathOfUrl = (url: string) => new URL(url).pathname

/** The attribute `alt` is empty, because the text beside the picture describes the room. */
export function WorldPicture({ room }: { room: string }): Content {
  const { width, height } = pictureSize
  return (
    <img
      class="picture"
      src={pathOfUrl(pictureUrl(room))}
      width={width}
      height={height}
      alt=""
      loading="lazy"
    />
  )
}
