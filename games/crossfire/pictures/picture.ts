/** Row by row; colours are 0xRRGGBB, and opacities from 0 to 255. */
export interface Picture {
  readonly size: number
  readonly colours: Uint32Array
  readonly opacities: Uint8Array
}
