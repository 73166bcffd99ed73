/** In UTF-16 units. */
export const maxBroadcastLength = 200

export const broadcastLine = (text: string): string => `Host: ${text}`
