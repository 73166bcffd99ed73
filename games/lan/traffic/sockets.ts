/** [LAN-2.1] Registrations and pings (Novell: echo). */
export const echoSocket = 2

/** [LAN-3.3] The sockets of NCP, SAP, RIP, NetBIOS, NWLink and SNMP. */
const windowsSockets: ReadonlySet<number> = new Set([
  0x0451, 0x0452, 0x0453, 0x0455, 0x0551, 0x0552, 0x0553, 0x900f, 0x9010,
])

/** [LAN-6.2] The default sockets of games. A comment names the source of each. */
const gamesBySocket: ReadonlyMap<number, string> = new Map([
  // id Software, DOOM: ipx/IPXSETUP.C. The Raven games and many others use id's driver. Its socket 0x869c overflows a
  // signed 16-bit variable, so DOOM itself uses 0x869b (recorded from Chocolate Doom 4, which does the same).
  [0x869b, 'Doom, Heretic, Hexen or Strife'],
  [0x869c, 'Doom, Heretic, Hexen or Strife'],
  // Electronic Arts, CnC_Remastered_Collection: IPXMGR.H (VIRGIN_SOCKET).
  [0x8813, 'Command & Conquer or Red Alert'],
  // Parallax, Descent and Descent II: main/ipx.h (IPX_DEFAULT_SOCKET). Players can choose neighbouring sockets.
  [0x5100, 'Descent'],
  [0x5110, 'Descent II (demo)'],
  [0x5130, 'Descent II'],
  // id Software, Quake: net_main.c (26000).
  [0x6590, 'Quake'],
  // Raven, Hexen II: net_main.c (26900).
  [0x6914, 'Hexen II'],
  // id Software, Quake II: qcommon.h (PORT_CLIENT 27901, PORT_SERVER 27910).
  [0x6cfd, 'Quake II'],
  [0x6d06, 'Quake II'],
  // Microsoft: the socket of DirectPlay's dplaysvr (47624).
  [0xba08, 'a DirectPlay game'],
])

/** [LAN-3.3] */
export function isWindowsSocket(socket: number): boolean {
  return windowsSockets.has(socket)
}

export function gameOfSocket(socket: number): string | undefined {
  return gamesBySocket.get(socket)
}
