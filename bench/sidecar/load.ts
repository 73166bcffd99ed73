/** Bytes of a request and of its answer, as in Soaprun's `myPo` and a `Flds` with a few players. */
export const requestBytes = 24
export const answerBytes = 400
/** `casts`: multicasts to all sessions in one link message. `bytes`: size of each multicast frame. */
export const multicastLoad = { everyMs: 10, casts: 3, bytes: 100 } as const
