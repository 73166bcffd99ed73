// The frames that clients and the room exchange through a sidecar.

/** Bytes of a request and of its answer, like Soaprun's `myPo` and a `Flds` of some players. */
export const requestBytes = 24
export const answerBytes = 400
/** A room's tick: the number of multicasts to all in one message, and the bytes of each. */
export const roomTick = { everyMs: 10, casts: 3, bytes: 100 } as const
