/** A square picture, with its pixels row by row, colours as 0xRRGGBB, and opacities from 0 to 255. */
export interface Picture {
  readonly size: number
  readonly colours: Uint32Array
  readonly opacities: Uint8Array
}
