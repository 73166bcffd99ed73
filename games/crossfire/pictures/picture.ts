/** A square picture. Its pixels are ordered row by row, with colours as 0xRRGGBB and opacities from 0 to 255. */
export interface Picture {
  readonly size: number
  readonly colours: Uint32Array
  readonly opacities: Uint8Array
}
