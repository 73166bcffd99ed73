import type { PageRoom } from '../../../../games/game.ts'

export const facts = {
  ...{ path: '/lan/harbor', title: 'Harbor', connect: [], servers: [], assets: {}, query: {}, now: 0 },
  websocket: 'wss://play.test/lan/harbor',
  addresses: [{ transport: 'udp', host: 'play.test', port: 2130 }],
} as const satisfies PageRoom
