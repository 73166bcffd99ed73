// How the parts of the client speak.
import type { FromClient } from '../../packets.ts'

/** Sends one packet; while there is no connection it is lost, and all is told anew after the next login. */
export type Send = (packet: FromClient) => void
